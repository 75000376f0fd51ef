import { type ThemeBase, themes } from '@tonearm/contract/themes';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { saveTheme, usePreferences } from '../../../api/preferences.ts';
import { sessionStore } from '../../../storage/session-store.ts';
import { writeUserValue } from '../../../storage/user-storage.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { defaultAccent, defaultBase, isAccent, isThemeBase } from '../../../theme/theme-base.ts';
import { previewTheme, themeStore } from '../../../theme/theme-store.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { RotateCcw } from '../../../ui/later-icons.ts';
import { Problem, Section } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { AccentPicker } from './accent-picker.tsx';
import styles from './theme-section.module.css';

type Mode = ThemeBase | 'system';

/** Mode, color and reset. Trying out never saves; choosing does. */
export function ThemeSection() {
  const { themeBase, themeAccent } = usePreferences();
  const followsSystem = useStore(themeStore, (state) => state.followsSystem);
  const { problem, run } = useTask();
  const base = isThemeBase(themeBase) ? themeBase : defaultBase;
  const accent = isAccent(themeAccent) ? themeAccent : defaultAccent;
  useEffect(() => () => previewTheme(null), []);

  const choose = (change: { base?: ThemeBase; accent?: string }) => {
    previewTheme(change);
    void run(() => saveTheme(change)).then(() => previewTheme(null));
  };
  const chooseMode = (mode: Mode) => {
    followSystem(mode === 'system');
    if (mode !== 'system') choose({ base: mode });
  };
  return (
    <Section title={settingsTexts.theme.title}>
      <div className={styles['theme']}>
        <Select<Mode>
          label={settingsTexts.theme.mode}
          value={followsSystem ? 'system' : base}
          options={modes()}
          onValueChange={chooseMode}
        />
        <div className={styles['accent']}>
          <AccentPicker
            accent={accent}
            onPreview={(tried) => previewTheme(tried ? { accent: tried } : null)}
            onChoose={(chosen) => choose({ accent: chosen })}
          />
          <IconButton
            label={settingsTexts.theme.reset}
            icon={<RotateCcw />}
            onClick={() => {
              followSystem(false);
              choose({ base: defaultBase, accent: defaultAccent });
            }}
          />
        </div>
      </div>
      <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
    </Section>
  );
}

/** The bases sorted by name, and the choice of this browser after them. */
function modes(): { value: Mode; label: string }[] {
  const sorted = (Object.keys(themes) as ThemeBase[])
    .map((base) => ({ value: base, label: themes[base].name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return [...sorted, { value: 'system', label: settingsTexts.theme.followSystem }];
}

function followSystem(followsSystem: boolean): void {
  const { session } = sessionStore.getState();
  if (session) writeUserValue(session.username, 'followsSystemTheme', followsSystem);
  themeStore.setState({ followsSystem });
}
