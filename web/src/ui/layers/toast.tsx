import { useStore } from 'zustand';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icons.ts';
import styles from './toast.module.css';
import { dismissToast, toastRegion, toasts } from './toast-store.ts';

export { dismissToast, showToast, type Toast } from './toast-store.ts';

/** Where toasts appear; a live region that is always there. Rendered once, by the app. */
export function Toasts({ dismissLabel }: { readonly dismissLabel: string }) {
  const shown = useStore(toasts.store, (state) => state.toasts);
  return (
    <div role="status" className={styles['region']} {...{ [toastRegion]: '' }}>
      {shown.map(({ id, message, action }) => (
        <div key={id} className={styles['toast']}>
          <p dir="auto">{message}</p>
          {action && (
            <Button
              variant="quiet"
              onClick={() => {
                dismissToast(id);
                action.onSelect();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={dismissLabel} icon={<X />} onClick={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}
