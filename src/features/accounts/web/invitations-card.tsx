import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { invitationHappened } from "../contract/events.ts";
import { type Invitation, type InvitationLink, invitationsApi } from "../contract/invitations.ts";
import { INVITATIONS_KEY } from "./invitations-key.ts";
import { LinkToCopy } from "./link-to-copy.tsx";

const PAGE = 25;

/** Lists invitations not yet accepted; renders nothing while there are none. */
export function InvitationsCard() {
  const t = useWords("accounts");
  const queries = useQueryClient();
  const { list, items: invitations = [] } = usePages(INVITATIONS_KEY, (from, options) =>
    call(invitationsApi.listInvitations, { limit: PAGE, ...from }, options),
  );
  const again = () => {
    void queries.invalidateQueries({ queryKey: INVITATIONS_KEY });
    void queries.invalidateQueries({ queryKey: ["people"] });
  };
  useLive([onLive(invitationHappened, again), onResync(again)]);
  if (list.isPending) return <Skeleton look="rows" lines={2} />;
  if (list.data === undefined) return <RefusalNote error={list.error} onRetry={() => void list.refetch()} />;
  if (invitations.length === 0) return null;
  return (
    <Card title={t("invitations.title")}>
      {list.data.pages[0]?.joinBy === "roles" && <Banner>{t("invitations.by-roles")}</Banner>}
      <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
      <List label={t("invitations.title")}>
        {invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation} onChanged={again} />
        ))}
      </List>
      <ShowMore list={list} />
    </Card>
  );
}

function Row({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  const zone = useZone();
  const [link, setLink] = useState<InvitationLink>();
  const { email, expiresAt, id, roles, state } = invitation;
  const renew = useCommand(invitationsApi.renewInvitation, { onDone: setLink });
  const withdraw = useCommand(invitationsApi.withdrawInvitation, {
    onDone: () => {
      showSnack({ text: t("invitations.withdrawn", { email }) });
      onChanged();
    },
  });
  const close = () => {
    setLink(undefined);
    onChanged();
  };
  return (
    <>
      <ListItem
        className="row-with-ways"
        title={<LtrText>{email}</LtrText>}
        detail={
          <span className="choice-text">
            <span>{f.list(roles.map((role) => hall(`role.${role}`)))}</span>
            <span>{t("invite.until", { at: f.dateTime(expiresAt, zone) })}</span>
            <RefusalNote error={renew.error ?? withdraw.error} />
          </span>
        }
        end={
          <span className="invitation-end">
            {state === "expired" && (
              <StatusChip tone="ended" icon="clock">
                {t("invitations.expired")}
              </StatusChip>
            )}
            <Button
              variant="text"
              loading={renew.isPending}
              aria-label={t("invitations.renew-named", { email })}
              onClick={() => renew.mutate({ id })}
            >
              {t("invitations.renew")}
            </Button>
            <Button
              variant="text"
              tone="danger"
              loading={withdraw.isPending}
              aria-label={t("invitations.withdraw-named", { email })}
              onClick={() => withdraw.mutate({ id })}
            >
              {t("invitations.withdraw")}
            </Button>
          </span>
        }
      />
      {link && (
        <Dialog
          open
          onClose={close}
          title={t("invite.made", { email })}
          actions={
            <Button variant="filled" onClick={close}>
              {t("invite.done")}
            </Button>
          }
        >
          <LinkToCopy link={link} />
        </Dialog>
      )}
    </>
  );
}
