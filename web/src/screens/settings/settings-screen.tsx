import { lazy, Suspense } from 'react';
import { paths, type SettingsTab } from '../../lib/paths.ts';
import { useSession } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const parts = {
  preferences: lazy(() => import('./preferences-tab.tsx').then((m) => ({ default: m.PreferencesTab }))),
  collection: lazy(() => import('./collection-tab.tsx').then((m) => ({ default: m.CollectionTab }))),
  users: lazy(() => import('./users-tab.tsx').then((m) => ({ default: m.UsersTab }))),
  ddns: lazy(() => import('./ddns-tab.tsx').then((m) => ({ default: m.DdnsTab }))),
} satisfies Record<SettingsTab, unknown>;

const tabsOfAdmins: readonly SettingsTab[] = ['preferences', 'collection', 'users', 'ddns'];
const tabsOfUsers: readonly SettingsTab[] = ['preferences'];

/** The settings: a tab each. Who is no administrator sees preferences, whatever the route says. */
export function SettingsScreen({ tab }: { readonly tab: SettingsTab }) {
  const session = useSession();
  const visible = session?.isAdmin ? tabsOfAdmins : tabsOfUsers;
  const selected = visible.includes(tab) ? tab : 'preferences';
  const Part = parts[selected];
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
      <Suspense fallback={<Skeleton label={texts.app.loading} />}>
        <Part />
      </Suspense>
    </Screen>
  );
}
