import type { ReactNode } from "react";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { receivablesApi, type SentLink } from "../../contract/receivables.ts";
import { useMe } from "#features/accounts/web/public-parts.ts";
import { isProblem } from "#web/api/problem.ts";
import { ConfirmNote } from "#web/confirm/confirm-note.tsx";
import "../words.ts";

interface SendLinkProps {
  readonly orderId: string;
  /** A link is sent only while something is owed; what was sent before stays to be read. */
  readonly isOwed: boolean;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Sends the link to pay with again, for people who may ask for money. */
export function SendLink({ orderId, isOwed, onDone, children }: SendLinkProps) {
  const t = useWords("owed");
  const me = useMe();
  const send = useCommand(receivablesApi.sendPayLink, { onDone });
  return (
    <>
      {send.data && <LinkSent sent={send.data} />}
      <RefusedNote
        error={send.error}
        onLook={() => {
          send.reset();
          onDone();
        }}
      />
      {isOwed && (
        <div className="row gap-2">
          {me.may("money:ask") && (
            <Button icon="link" loading={send.isPending} onClick={() => send.mutate({ id: orderId })}>
              {t("owed.send")}
            </Button>
          )}
          {children}
        </div>
      )}
    </>
  );
}

/** Shows the address to which the link was mailed, or the link to pass on. */
export function LinkSent({ sent: { address, mailed } }: { readonly sent: SentLink }) {
  const t = useWords("owed");
  if (mailed)
    return (
      <Banner tone="done" urgent>
        {t("owed.sent")}
      </Banner>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    showSnack({ text: t("owed.copied") });
  };
  return (
    <Banner
      tone="warning"
      urgent
      actions={
        <Button variant="text" icon="copy" onClick={() => void copy()}>
          {t("owed.copy")}
        </Button>
      }
    >
      {t("owed.not-mailed", { address })}
    </Banner>
  );
}

interface RefusedNoteProps {
  readonly error: unknown;
  readonly onLook?: (() => void) | undefined;
  readonly action?: ReactNode;
}

/** Reason why an act was refused. The server's decision can be read anew; anything else is pressed again. */
export function RefusedNote({ error, onLook, action }: RefusedNoteProps) {
  const isSettled = isProblem(error) && error.status >= 400 && error.status < 500;
  const look = isSettled && onLook && <LookButton onLook={onLook} />;
  return <ConfirmNote error={error} action={action || look || undefined} />;
}

/** Closes what is open and reads anew. */
export function LookButton({ onLook }: { readonly onLook: () => void }) {
  const t = useWords("owed");
  return (
    <Button variant="text" onClick={onLook}>
      {t("owed.look")}
    </Button>
  );
}
