import { paths, type SettingsTab } from '../../lib/paths.ts';
import { useSession } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { part } from '../../ui/layers/part.tsx';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Stands where a tab will be. */
function Loading() {
  return <Skeleton label={texts.app.loading} />;
}

const parts = {
  preferences: part(async () => (await import('./preferences/preferences-tab.tsx')).PreferencesTab, {
    Fallback: Loading,
  }),
  account: part(async () => (await import('./account/account-tab.tsx')).AccountTab, { Fallback: Loading }),
  apps: part(async () => (await import('./apps/apps-tab.tsx')).AppsTab, { Fallback: Loading }),
  check: part(async () => (await import('./apps/check-tab.tsx')).CheckTab, { Fallback: Loading }),
  collection: part(async () => (await import('./collection/collection-tab.tsx')).CollectionTab, {
    Fallback: Loading,
  }),
  tags: part(async () => (await import('./tags/tags-tab.tsx')).TagsTab, { Fallback: Loading }),
  corrections: part(async () => (await import('./corrections/corrections-tab.tsx')).CorrectionsTab, {
    Fallback: Loading,
  }),
  users: part(async () => (await import('./users/users-tab.tsx')).UsersTab, { Fallback: Loading }),
  server: part(async () => (await import('./server/server-tab.tsx')).ServerTab, { Fallback: Loading }),
  ddns: part(async () => (await import('./ddns/ddns-tab.tsx')).DdnsTab, { Fallback: Loading }),
} satisfies Record<SettingsTab, unknown>;

const tabsOfAdmins: readonly SettingsTab[] = [
  'preferences',
  'account',
  'apps',
  'collection',
  'users',
  'ddns',
  'server',
];
/** Pages of administrators that stand below a tab, and are led to by it. */
const below: Partial<Record<SettingsTab, SettingsTab>> = {
  check: 'apps',
  tags: 'collection',
  corrections: 'collection',
};
const tabsOfUsers: readonly SettingsTab[] = ['preferences', 'account', 'apps'];

/** The settings: a tab each. Who is no administrator sees preferences at the address of a tab that is not theirs. */
export function SettingsScreen({ tab }: { readonly tab: SettingsTab }) {
  const session = useSession();
  const visible = session?.isAdmin ? tabsOfAdmins : tabsOfUsers;
  const shown = below[tab] ?? tab;
  const selected = visible.includes(shown) ? shown : 'preferences';
  const isTheirs = session?.isAdmin === true || shown === tab;
  const Part = parts[visible.includes(shown) && isTheirs ? tab : selected];
  return (
    <Screen>
      <ScreenTitle>{settingsTexts.title}</ScreenTitle>
      <Tabs
        label={settingsTexts.title}
        tabs={visible.map((name) => ({
          label: settingsTexts[name],
          href: paths.settings(name),
          isSelected: name === selected,
        }))}
      />
      <Part />
    </Screen>
  );
}
