import { useEffect, useRef, useState } from "react";
import type { CourierMessage } from "#features/courier/contract/api.ts";
import { type MessageAnswer, READY_ANSWERS } from "#features/courier/domain/message-answer.ts";
import { phone, usePhone, zoneOf } from "#features/courier/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { MESSAGE_LIMITS } from "../domain/limits.ts";

const entry = (type: "message_seen" | "message_acknowledged", body: object) => ({
  type,
  v: 1,
  body,
  deliveryId: null,
  taskId: null,
  label: "",
});

/** Notes of the office that wait for the courier's word, the oldest first; they take no focus. */
export function OpenMessages() {
  const view = usePhone();
  const open = (view.day?.messages ?? [])
    .filter(({ acknowledgedAt }) => acknowledgedAt === null)
    .toReversed();
  useSeen(open);
  return (
    <div role="status" className={open.length === 0 ? "hidden-text" : "stack gap-2"} data-testid="messages">
      {open.map((message) => (
        <OpenMessage key={message.id} message={message} zone={zoneOf(view)} />
      ))}
    </div>
  );
}

/** Records once that the messages stood on a visible page. */
function useSeen(open: readonly CourierMessage[]): void {
  const told = useRef(new Set<string>());
  const unseen = open.flatMap(({ id, seenAt }) => (seenAt === null ? [id] : [])).join(" ");
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      const fresh = unseen.split(" ").filter((id) => id !== "" && !told.current.has(id));
      if (fresh.length === 0) return;
      for (const id of fresh) told.current.add(id);
      // A phone that cannot store it says so in red by itself.
      void phone()
        .then((here) => here.record(fresh.map((messageId) => entry("message_seen", { messageId }))))
        .catch(() => undefined);
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [unseen]);
}

function OpenMessage({ message, zone }: { message: CourierMessage; zone: string }) {
  const t = useWords("messages");
  const format = useFormat();
  const [isAnswering, setAnswering] = useState(false);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<unknown>(null);
  const { id, text, sentAt, delivery } = message;
  const say = (answer: MessageAnswer | null) => {
    setError(null);
    void phone()
      .then((here) => here.record([entry("message_acknowledged", { messageId: id, answer })]))
      .catch(setError);
  };
  const words = typed.trim();
  return (
    <Banner
      tone="warning"
      icon="mail"
      actions={
        <>
          <Button size="large" variant="filled" icon="check" onClick={() => say(null)}>
            {t("got-it")}
          </Button>
          {!isAnswering && (
            <Button size="large" variant="outlined" onClick={() => setAnswering(true)}>
              {t("answer")}
            </Button>
          )}
          {isAnswering &&
            READY_ANSWERS.map((ready) => (
              <Button key={ready} size="large" variant="outlined" onClick={() => say({ ready, text: null })}>
                {t(`ready.${ready}`)}
              </Button>
            ))}
        </>
      }
    >
      <strong>
        <bdi>{text}</bdi>
      </strong>
      <br />
      <span className="small">
        {t("from-office", { time: format.time(sentAt, zone) })}
        {delivery && (
          <>
            {" · "}
            <bdi dir="ltr">{delivery.number}</bdi>
          </>
        )}
      </span>
      {isAnswering && (
        <>
          <TextField label={t("typed")} value={typed} onChange={setTyped} maxLength={MESSAGE_LIMITS.answer} />
          <Button variant="tonal" disabled={words === ""} onClick={() => say({ ready: null, text: words })}>
            {t("send")}
          </Button>
        </>
      )}
      <RefusalNote error={error} />
    </Banner>
  );
}
