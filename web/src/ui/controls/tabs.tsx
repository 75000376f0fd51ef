import styles from './tabs.module.css';

/** One tab: a link to a route of its own. */
export interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isSelected: boolean;
}

/** A row of links above a nested view. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map((tab) => (
        <a
          key={tab.href}
          href={tab.href}
          className={styles['tab']}
          aria-current={tab.isSelected ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
