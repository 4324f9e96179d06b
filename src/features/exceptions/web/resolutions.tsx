import { useState } from "react";
import type { ForeseenAct } from "#features/delivery-pages/domain/foreseen-acts.ts";
import { Follows } from "#features/delivery-pages/web/public-parts.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception } from "../contract/api.ts";
import type { Resolution } from "../domain/kinds.ts";
import { Reopening } from "./reopening.tsx";
import { useChanged } from "./use-handling.ts";

type Pressed = Exclude<Resolution, "reopen">;

/** Says the consequence of a resolution. */
function thenOf(t: Translate<"exceptions">, kind: Exception["kind"], resolution: Pressed): string {
  if (resolution !== "accept") return t(`then.${resolution}`);
  const isOf = kind === "proof_missing" || kind === "parcels_left" ? kind : "plan_conflict";
  return t(`then.accept.${isOf}`);
}

/** Says what a resolution costs the sender, where the price list may charge it. */
function Cost({ exception: { costs }, resolution }: { exception: Exception; resolution: Resolution }) {
  const t = useWords("exceptions");
  const f = useFormat();
  if (resolution !== "try-again" && resolution !== "leave-neighbour" && resolution !== "send-back")
    return null;
  const amount = costs[resolution === "send-back" ? resolution : "try-again"];
  return amount ? <strong>{t("cost.sender", { amount: f.money(amount) })}</strong> : t("cost.free");
}

const hintOf = (kind: Exception["kind"]) =>
  kind === "command_refused"
    ? "detail.note-needed"
    : kind === "try_failed"
      ? "detail.note-neighbour"
      : "detail.note-hint";

/** Acts on the delivery whose consequences can be computed before they are done. */
const ACT_OF: Readonly<Partial<Record<Resolution, ForeseenAct>>> = {
  "send-back": "send_back",
  "try-again": "retry",
  "leave-neighbour": "retry",
  "keep-at-hub": "to_hub",
  "mark-lost": "lose",
  "hand-over": "hand_over",
};

/** Consequences of a resolution, read once they are opened. */
function Following({
  exception: { delivery, task, courier },
  resolution,
}: {
  exception: Exception;
  resolution: Pressed;
}) {
  const t = useWords("exceptions");
  const [isOpen, setOpen] = useState(false);
  const act = ACT_OF[resolution];
  if (!act || !delivery) return null;
  return (
    <details className="resolution-follows" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{t("detail.follows", { act: t(`do.${resolution}`) })}</summary>
      {isOpen && (
        <Follows
          deliveryId={delivery.id}
          act={act}
          {...(act === "hand_over" && { taskId: task?.id, courierId: courier?.id })}
        />
      )}
    </details>
  );
}

/** The resolutions that are possible now, each a button with its consequence, and a note for the history. */
export function Resolutions({ exception }: { exception: Exception }) {
  const t = useWords("exceptions");
  const changed = useChanged();
  const [note, setNote] = useState("");
  const { id, kind, resolutions } = exception;
  const done = (word: "detail.done" | "detail.noted") => (fresh: Exception) => {
    changed(fresh);
    setNote("");
    showSnack({ text: t(word) });
  };
  const resolve = useCommand(exceptionsApi.resolveException, { onDone: done("detail.done") });
  const write = useCommand(exceptionsApi.noteException, { onDone: done("detail.noted") });
  const written = note.trim();
  return (
    <section className="stack gap-3" aria-labelledby="exception-resolve">
      <h3 className="title" id="exception-resolve">
        {t("detail.resolve")}
      </h3>
      <ul className="resolutions">
        {resolutions.map((resolution, nth) =>
          resolution === "reopen" ? (
            <li key={resolution}>
              <Reopening
                exception={exception}
                isFirst={nth === 0}
                note={written === "" ? null : written}
                onDone={done("detail.done")}
              />
            </li>
          ) : (
            <li key={resolution}>
              <Button
                variant={nth === 0 ? "filled" : "outlined"}
                loading={resolve.isPending && resolve.variables?.resolution === resolution}
                onClick={() => resolve.mutate({ id, resolution, note: written === "" ? null : written })}
              >
                {t(`do.${resolution}`)}
              </Button>
              <span className="quiet small">
                {thenOf(t, kind, resolution)} <Cost exception={exception} resolution={resolution} />
              </span>
              <Following exception={exception} resolution={resolution} />
            </li>
          ),
        )}
      </ul>
      <TextArea
        label={t("detail.note")}
        hint={t(hintOf(kind))}
        rows={2}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      {written !== "" && (
        <div>
          <Button
            variant="text"
            icon="note"
            loading={write.isPending}
            onClick={() => write.mutate({ id, note: written })}
          >
            {t("detail.add-note")}
          </Button>
        </div>
      )}
      <RefusalNote error={resolve.error ?? write.error} />
    </section>
  );
}
