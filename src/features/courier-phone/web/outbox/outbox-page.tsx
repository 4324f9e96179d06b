import { timeOrDate } from "#web/i18n/day-name.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { isRefused, isUnsent, needsLook } from "#kernel/outbox/counts.ts";
import type { Instant } from "#kernel/instant.ts";
import type { KeptFile, Op } from "#kernel/outbox/op.ts";
import {
  type PhoneView,
  StatusLine,
  phone,
  refreshDay,
  usePhone,
  zoneOf,
} from "#features/courier/web/public.ts";
import { NotKept } from "../storage/not-kept.tsx";
const saveUnsent = (format: Formats) => import("./save-unsent.ts").then((part) => part.saveUnsent(format));

/** Everything on this phone that is not settled: what needs a look, what waits and why. */
export function OutboxPage() {
  const courier = useWords("courier");
  const t = useWords("courier-phone");
  const format = useFormat();
  const view = usePhone();
  if (!view.isReady) return <Skeleton look="rows" lines={4} />;
  const looks = view.ops.filter(needsLook);
  const waiting = view.ops.filter((op) => op.state === "waiting");
  const refused = view.files.filter(isRefused);
  const files = view.files.filter(isUnsent);
  const lookCount = looks.length + refused.length;
  const isEmpty = lookCount + waiting.length + files.length === 0;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("out.title")} />
      <StatusLine />
      {isEmpty && !view.isNotSaved && <StateMessage kind="empty" title={t("out.empty")} />}
      {lookCount > 0 && (
        <section className="stack gap-2">
          <h2 className="title">{courier("out.looks", { n: lookCount })}</h2>
          <List>
            {looks.map((op) => (
              <LookRow key={op.command.id} op={op} />
            ))}
            {refused.map((file) => (
              <FileRow key={file.id} file={file} label={labelOf(file, view)} />
            ))}
          </List>
        </section>
      )}
      {waiting.length + files.length > 0 && (
        <section className="stack gap-2">
          <h2 className="title">{t("out.waits")}</h2>
          <List>
            {waiting.map((op) => (
              <OpRow key={op.command.id} op={op} why={waitOf(op) ?? t(`out.why.${whyOf(op, view)}`)} />
            ))}
            {files.map((file) => (
              <FileRow key={file.id} file={file} label={labelOf(file, view)} />
            ))}
          </List>
        </section>
      )}
      <NotKept />
      {!isEmpty && (
        <section className="stack gap-2">
          <p className="quiet small">{t("out.rescue-text")}</p>
          <Button variant="outlined" full icon="share" onClick={() => void saveUnsent(format)}>
            {t("out.rescue")}
          </Button>
        </section>
      )}
      <Button variant="text" full icon="upload" href="/c/unsent">
        {t("out.read")}
      </Button>
      {!isEmpty && (
        <footer className="courier-actions">
          <Button size="large" variant="filled" full icon="refresh" onClick={refreshDay}>
            {t("out.try-now")}
          </Button>
        </footer>
      )}
    </article>
  );
}

/** Last part of the word that says why the command waits. */
function whyOf(op: Op, { end }: PhoneView): "no-network" | "signed-out" | "busy" | "soon" {
  if (op.notBefore > Date.now()) return "soon";
  if (op.verdict === "later" || end === "later") return "busy";
  return end === null || end === "sent" ? "soon" : end;
}

/** The server's reason why the command waits. */
const waitOf = ({ verdict, code, facts }: Op): string | undefined =>
  verdict === "later" ? refusalSentence(code ?? "", facts) : undefined;

const labelOf = ({ taskId }: KeptFile, { day, ops }: PhoneView): string =>
  day?.stops.find((stop) => stop.taskId === taskId)?.address.label ??
  ops.find((op) => op.taskId === taskId)?.label ??
  "";

const timeOfTap = (format: Formats, at: Instant, timeZone: string): string =>
  timeOrDate(format, at, Date.now(), timeZone);

/** Deed, time and place; lines break between them and before the town. */
function OpTitle({ op: { command, label } }: { op: Op }) {
  const courier = useWords("courier");
  const format = useFormat();
  const zone = zoneOf(usePhone());
  const what = maybeWord("courier-phone", `out.type.${command.type}`) ?? command.type;
  const time = timeOfTap(format, command.wall, zone);
  return (
    <>
      {what} · {time} · {label === "" ? courier("duty.on") : <AddressBreak label={label} />}
    </>
  );
}

function OpRow({ op, why }: { op: Op; why: string }) {
  return <ListItem title={<OpTitle op={op} />} detail={why} />;
}

/** Confirms that the courier has seen what was not accepted. */
function Seen({ id, look }: { id: string; look: "tonal" | "text" }) {
  const courier = useWords("courier");
  return (
    <Button variant={look} icon="check" onClick={() => void phone().then((one) => one.confirm([id]))}>
      {courier("day.seen")}
    </Button>
  );
}

function LookRow({ op }: { op: Op }) {
  const t = useWords("courier-phone");
  const reason = refusalSentence(op.code ?? "", op.facts);
  const detail = op.state === "look" ? (reason ?? t("out.refused")) : t("out.conflict");
  return (
    <ListItem
      className="courier-refused"
      title={<OpTitle op={op} />}
      detail={detail}
      end={<Seen id={op.command.id} look="tonal" />}
    />
  );
}

/** A refused picture stays on this phone: it is sent again, or the courier confirms that it is not. */
function FileRow({ file, label }: { file: KeptFile; label: string }) {
  const courier = useWords("courier");
  const t = useWords("courier-phone");
  const refused = isRefused(file) && {
    className: "courier-refused",
    detail: refusalSentence(file.code ?? "") ?? t("out.refused"),
    end: (
      <span className="courier-refused-acts">
        <Button
          variant="tonal"
          icon="refresh"
          onClick={() => void phone().then((one) => one.sendAgain(file.id))}
        >
          {t("out.send-again")}
        </Button>
        <Seen id={file.id} look="text" />
      </span>
    ),
  };
  const title = (
    <>
      {courier(`out.${file.kind}`)}
      {label !== "" && (
        <>
          {" · "}
          <AddressBreak label={label} />
        </>
      )}
    </>
  );
  return <ListItem title={title} detail={t("out.why.photo")} {...refused} />;
}
