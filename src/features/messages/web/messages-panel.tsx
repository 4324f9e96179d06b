import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageHappened } from "#features/courier/contract/events.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { refusalText } from "#web/api/refusal-text.ts";
import { ShowMore } from "#web/api/show-more.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { useServerNow } from "#web/session/use-server-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { TEXT_LIMITS } from "#contract/schemas.ts";
import { type Message, type Recipient, messagesApi } from "../contract/api.ts";
import { isOverdue } from "../domain/receipt.ts";
import type { Recipients } from "./board/recipients.ts";
import "./messages.css";

const MESSAGES = ["messages"];
const NOBODY: Recipients = { courierIds: [], toAll: false };
const POLL_MS = 15_000;

export interface MessagesPanelProps {
  deliveryId?: string | undefined;
  courierId?: string | undefined;
  /** To whom the next one goes, until somebody chooses otherwise. */
  to?: Recipients;
}

/** Messages, of one delivery or one courier where it is named, with what became of them; and a form for the next. */
export function MessagesPanel({ deliveryId, courierId, to = NOBODY }: MessagesPanelProps) {
  const t = useWords("messages");
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: MESSAGES });
  useLive([onLive(messageHappened, refresh), onResync(refresh)]);
  const asked = {
    ...(deliveryId !== undefined && { deliveryId }),
    ...(courierId !== undefined && { courierId }),
  };
  const everyMs = useLiveStatus() ? false : POLL_MS;
  const { list, items = [] } = usePages(
    [...MESSAGES, "list", asked],
    (from, options) => call(messagesApi.listMessages, { ...asked, ...from }, options),
    { everyMs },
  );
  const now = useServerNow();
  return (
    <div className="stack gap-4">
      <WriteForm deliveryId={deliveryId ?? null} to={to} onSent={refresh} />
      {list.isPending && <Skeleton look="rows" lines={3} />}
      {list.isError && <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && <p className="quiet">{t("none")}</p>}
      {items.length > 0 && (
        <ul className="messages" aria-label={t("title")}>
          {items.map((message) => (
            <MessageRow key={message.id} message={message} now={now} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </div>
  );
}

function MessageRow({ message, now }: { message: Message; now: number }) {
  const t = useWords("messages");
  const f = useFormat();
  const zone = useZone();
  const { text, sentAt, sentBy, delivery, recipients, withdrawnAt } = message;
  return (
    <li className="message-row stack gap-2">
      <p className="message-text">
        <bdi>{text}</bdi>
      </p>
      <p className="quiet small">
        {f.dateTime(sentAt, zone)}
        {sentBy !== null && (
          <>
            {" · "}
            <bdi>{sentBy}</bdi>
          </>
        )}
        {delivery && (
          <>
            {" · "}
            <a href={`/d/deliveries/${delivery.id}`}>
              <bdi dir="ltr">{delivery.number}</bdi>
            </a>
          </>
        )}
        {withdrawnAt !== null && ` · ${t("withdrawn")}`}
      </p>
      <ul className="message-recipients small">
        {recipients.map((one) => (
          <li key={one.courierId}>
            <bdi className="strong">{one.name}</bdi>{" "}
            <Word
              of={one}
              isLate={withdrawnAt === null && isOverdue(one.acknowledgedAt, Date.parse(sentAt), now)}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** State of a message at one courier. */
function Word({ of: { seenAt, acknowledgedAt, answer }, isLate }: { of: Recipient; isLate: boolean }) {
  const t = useWords("messages");
  const f = useFormat();
  const zone = useZone();
  const state =
    acknowledgedAt !== null
      ? t("state.acknowledged", { time: f.time(acknowledgedAt, zone) })
      : seenAt === null
        ? t("state.sent")
        : t("state.seen", { time: f.time(seenAt, zone) });
  return (
    <>
      {state}
      {answer && (
        <>
          {" · "}
          <bdi>{answer.ready === null ? answer.text : t(`ready.${answer.ready}`)}</bdi>
        </>
      )}
      {isLate && <strong className="message-late"> · {t("state.late")}</strong>}
    </>
  );
}

interface WriteFormProps {
  deliveryId: string | null;
  to: Recipients;
  onSent: () => void;
}

function WriteForm({ deliveryId, to, onSent }: WriteFormProps) {
  const t = useWords("messages");
  const [text, setText] = useState("");
  const [toAll, setToAll] = useState(to.toAll);
  const [chosen, setChosen] = useState(to.courierIds);
  const { data } = useQuery({
    queryKey: [...MESSAGES, "recipients"],
    queryFn: ({ signal }) => call(messagesApi.listRecipients, {}, { signal }),
  });
  const withdraw = useCommand(messagesApi.withdrawMessage, { onDone: onSent });
  const send = useCommand(messagesApi.sendMessage, {
    onDone: ({ id }) => {
      setText("");
      onSent();
      const undo = () =>
        void withdraw
          .mutateAsync({ id })
          .catch((error: unknown) => showSnack({ text: refusalText(error), tone: "trouble" }));
      showSnack({ text: t("sent"), undo });
    },
  });
  const choose = (id: string, on: boolean) =>
    setChosen((now) => (on ? [...now, id] : now.filter((one) => one !== id)));
  return (
    <form
      className="stack gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ text, toAll, courierIds: toAll ? [] : [...chosen], deliveryId });
      }}
    >
      <TextArea label={t("text")} value={text} onChange={setText} maxLength={TEXT_LIMITS.note} required />
      <fieldset className="message-to">
        <legend className="field-label">{t("to")}</legend>
        <Checkbox label={t("to-all")} checked={toAll} onChange={setToAll} />
        {!toAll &&
          (data?.couriers ?? []).map(({ id, name, onDuty }) => (
            <Checkbox
              key={id}
              label={onDuty ? t("on-duty", { name }) : name}
              checked={chosen.includes(id)}
              onChange={(on) => choose(id, on)}
            />
          ))}
      </fieldset>
      <RefusalNote error={send.error} />
      <div>
        <Button
          type="submit"
          variant="filled"
          icon="mail"
          loading={send.isPending}
          disabled={text.trim() === ""}
        >
          {t("send")}
        </Button>
      </div>
    </form>
  );
}
