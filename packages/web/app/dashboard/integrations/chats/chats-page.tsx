import type { ChatHook } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { ListFault } from '../parts/list-fault.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatsTable } from './chats-table.tsx';
import { chatsQuery, useDeleteChat, useTestChat, useUpdateChat } from './use-chats.ts';

/** Chats: channels of Slack and Discord that hear how many items wait. */
export function ChatsPage() {
  const chats = useQuery(chatsQuery);
  const [editing, setEditing] = useState<ChatHook | 'new' | null>(null);
  const [removing, setRemoving] = useState<ChatHook | null>(null);
  const [tested, setTested] = useState<{ success: boolean; message: string } | null>(null);
  const change = useUpdateChat();
  const test = useTestChat();
  const toast = useToast();
  const send = (chat: ChatHook) => {
    if (test.isPending) return;
    setTested(null);
    test.mutate(chat, {
      onSuccess: setTested,
      onError: (error) => setTested({ success: false, message: errorMessage(error, 'Try again.') }),
    });
  };
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          Channels hear how many items wait. They never see what was uploaded.{' '}
          <Link className="link" to="/docs/guides/chat-notifications" reloadDocument>
            Where to find the address
          </Link>
        </p>
        <Button kind="primary" disabled={isMissing(chats.error)} onClick={() => setEditing('new')}>
          <Icon of={Plus} />
          Add chat
        </Button>
      </div>
      {tested ? (
        <Banner
          kind={tested.success ? 'success' : 'error'}
          title={tested.success ? 'Test successful' : 'Test failed'}
          onDismiss={() => setTested(null)}
        >
          {tested.message}
        </Banner>
      ) : null}
      {change.isError ? (
        <Banner kind="error" title="Could not change the chat" onDismiss={change.reset}>
          {errorMessage(change.error, 'Try again.')}
        </Banner>
      ) : null}
      {chats.isError ? <ListFault many="chats" query={chats} /> : null}
      {chats.isPending || chats.data ? (
        <section className="card" aria-label="Chats" aria-busy={chats.isPending}>
          <ChatsTable
            rows={chats.data}
            empty={
              <EmptyState icon={MessagesSquare} title="No chats yet">
                Add a channel of Slack or Discord to tell your reviewers what waits.
              </EmptyState>
            }
            switching={change.isPending ? change.variables.id : null}
            testing={test.isPending ? test.variables.id : null}
            onSwitch={({ id, is_active: isActive }) => change.mutate({ id, body: { is_active: !isActive } })}
            onTest={send}
            onEdit={setEditing}
            onDelete={setRemoving}
          />
        </section>
      ) : null}
      <ChatDialog subject={editing} onClose={() => setEditing(null)} onDone={(name) => toast(`Saved: ${name}`)} />
      <DeleteDialog chat={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function DeleteDialog({ chat, onClose }: { chat: ChatHook | null; onClose: () => void }) {
  const remove = useDeleteChat();
  const toast = useToast();
  return (
    <AskDialog
      about={chat?.id}
      open={chat !== null}
      onClose={onClose}
      title={`Delete “${chat?.name ?? ''}”?`}
      keep="Keep chat"
      act="Delete chat"
      faultTitle="Could not delete the chat"
      fallback="Try again."
      onAct={async () => {
        if (!chat) return;
        await remove.mutateAsync(chat);
        toast(`Deleted: ${chat.name}`);
      }}
    >
      <p className="muted">It receives nothing more. You cannot undo this.</p>
    </AskDialog>
  );
}
