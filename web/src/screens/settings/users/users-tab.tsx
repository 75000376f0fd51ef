import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedUser } from '@tonearm/contract';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createUser, deleteUser, listUsers, updateUser } from '../../../api/users.ts';
import { useSession } from '../../../storage/session-store.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { holdsFocus } from '../../../ui/behaviour/holds-focus.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { UserPlus } from '../../../ui/later-icons.ts';
import { showToast } from '../../../ui/layers/toast-store.ts';
import styles from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section, Sections } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { CreateUserForm } from './create-user-form.tsx';
import { UserRow } from './user-row.tsx';

const usersKey = ['users'];

/** The accounts, and what changes them. `act` says whether it was done. */
function useUsers() {
  const queries = useQueryClient();
  const users = useQuery({ queryKey: usersKey, queryFn: ({ signal }) => listUsers(signal) });
  const { problem, run } = useTask();
  const act = async (task: () => Promise<unknown>, done?: string) => {
    const isDone = await run(task);
    if (isDone && done !== undefined) showToast({ message: done });
    await queries.invalidateQueries({ queryKey: usersKey });
    return isDone;
  };
  /** The box stays as it was put while the server is asked, and goes back when that refuses. */
  const setAdmin = (username: string, newIsAdmin: boolean) => {
    const show = (is_admin: boolean) =>
      queries.setQueryData<ListedUser[]>(usersKey, (now) =>
        now?.map((user) => (user.name === username ? { ...user, is_admin } : user)),
      );
    show(newIsAdmin);
    void act(async () => {
      try {
        await updateUser({ username, newIsAdmin });
      } catch (cause) {
        show(!newIsAdmin);
        throw cause;
      }
    });
  };
  return { users, problem, act, setAdmin };
}

/** The accounts: who they are, what they may, and new ones. */
export function UsersTab() {
  const session = useSession();
  const { users, problem, act, setAdmin } = useUsers();
  const [isCreating, setIsCreating] = useState(false);
  const create = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  if (!users.data) return <LoadState queries={[users]} />;
  const closeForm = () => {
    const hadFocus = holdsFocus(form.current);
    // The button comes back when the form has gone.
    flushSync(() => setIsCreating(false));
    if (hadFocus) create.current?.focus();
  };
  const text = settingsTexts.userList;
  return (
    <Sections>
      <Section title={settingsTexts.users} isTitleHidden>
        <ul className={styles['list']}>
          {users.data.map((user) => (
            <UserRow
              key={user.name}
              user={user}
              isOwn={user.name === session?.username}
              onAdminChange={(newIsAdmin) => setAdmin(user.name, newIsAdmin)}
              onDelete={() => {
                // The row that had the keyboard goes.
                void act(() => deleteUser(user.name), text.deleted(user.name)).then(() =>
                  create.current?.focus(),
                );
              }}
            />
          ))}
        </ul>
        <Problem>{problem}</Problem>
        {isCreating ? (
          <CreateUserForm
            form={form}
            existingNames={users.data.map(({ name }) => name)}
            onCancel={closeForm}
            onSubmit={async (user) => {
              if (await act(() => createUser(user), text.created(user.name))) closeForm();
            }}
          />
        ) : (
          <Button ref={create} icon={<UserPlus />} onClick={() => setIsCreating(true)}>
            {text.create}
          </Button>
        )}
      </Section>
    </Sections>
  );
}
