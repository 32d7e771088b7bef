import type { ChatHook } from '@clearframe/contract';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import rowActionsStyles from '../../webhooks/hooks/row-actions.module.css';
import { RowActs } from '../parts/row-acts.tsx';
import { StateSwitch } from '../parts/state-switch.tsx';
import { kindWords, whenWords } from './chat-words.ts';

type ChatsTableProps = {
  rows: readonly ChatHook[] | undefined;
  empty: ReactNode;
  /** Ids whose change of state, or test, is under way. */
  switching: string | null;
  testing: string | null;
  onSwitch: (chat: ChatHook) => void;
  onTest: (chat: ChatHook) => void;
  onEdit: (chat: ChatHook) => void;
  onDelete: (chat: ChatHook) => void;
};

/** Chats, each with what can be done with it. */
export function ChatsTable({ rows, empty, switching, testing, onSwitch, onTest, onEdit, onDelete }: ChatsTableProps) {
  const columns: Column<ChatHook>[] = [
    {
      header: 'Chat',
      cell: ({ name, kind, url_shown: url }) => (
        <span className="breakable">
          {name}
          <small className="dim block">
            {kindWords[kind]}, {url}
          </small>
        </span>
      ),
    },
    {
      header: 'Hears of',
      cell: (chat) => (
        <span className="breakable">
          {whenWords(chat)}
          {chat.last_error === null ? null : <small className="dim block">Last message failed: {chat.last_error}</small>}
        </span>
      ),
    },
    {
      header: 'Status',
      cell: (chat) => (
        <StateSwitch name={chat.name} isActive={chat.is_active} busy={switching === chat.id} onSwitch={() => onSwitch(chat)} />
      ),
    },
    {
      header: 'Actions',
      label: '',
      className: rowActionsStyles.actions,
      headerClassName: rowActionsStyles.actions,
      cell: (chat) => (
        <RowActs
          acts={[
            { title: 'Edit', name: `Edit ${chat.name}`, icon: Pencil, onAct: () => onEdit(chat) },
            { title: 'Delete', name: `Delete ${chat.name}`, icon: Trash2, onAct: () => onDelete(chat) },
          ]}
        >
          <Button size="small" busy={testing === chat.id} aria-label={`Test ${chat.name}`} onClick={() => onTest(chat)}>
            Test
          </Button>
        </RowActs>
      ),
    },
  ];
  return <DataTable columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />;
}
