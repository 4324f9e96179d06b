import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import { FormArea, FormPhone, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Row } from "#web/ui/layout.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery, TimelineEntry } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS, mayEdit } from "#features/deliveries/domain/edits.ts";
import type { EditPart } from "#features/deliveries/domain/edits.ts";
import { OverbookNote } from "#features/slots/web/public.ts";
import { DeliveryTimeline } from "./history/delivery-timeline.tsx";
import { windowPrice } from "./later/parts.ts";
import { EditValues, changedParts, rebased, valuesOf, withPhones } from "./edit-values.ts";

type TheForm = Form<EditValues, EditValues>;

interface EditFormProps {
  readonly delivery: Delivery;
  /** Reads the delivery anew, since the server knows a newer one. */
  readonly onStale: () => Promise<void>;
}

/** The form over a delivery that may change under it: what was typed stays, the rest follows. */
export function EditForm({ delivery, onStale }: EditFormProps) {
  const t = useWords("delivery-pages");
  const zone = useZone();
  const queries = useQueryClient();
  const { id } = delivery;
  const draft = `edit-${id}`;
  const page = `/d/deliveries/${id}`;
  const edit = useCommand(deliveriesApi.editDelivery);
  const [asking, setAsking] = useState(false);
  const form: TheForm = useForm({
    schema: EditValues,
    initial: firstValues(draft, valuesOf(delivery, zone)),
    toInput: withPhones,
    onSubmit: async (typed) => {
      const parts = changedParts(seen.delivery, typed, zone);
      if (Object.keys(parts).length > 0) await send(parts);
      forgetDraft(draft);
      showSnack({ text: t(Object.keys(parts).length > 0 ? "edit.done" : "edit.same") });
      go(page);
    },
  });
  const seen = useSeen(form, delivery, zone);
  const overbooks = useRef(false);
  const send = async (parts: ReturnType<typeof changedParts>) => {
    const knowingly = overbooks.current ? { overbook: true } : {};
    try {
      const fresh = await edit.mutateAsync({ id, version: seen.delivery.version, ...parts, ...knowingly });
      queries.setQueryData(["delivery", id], fresh);
    } catch (error) {
      if (isProblem(error) && STALE.has(error.code)) await onStale();
      throw error;
    }
  };
  const sendKnowingly = async () => {
    overbooks.current = true;
    await form.send();
    overbooks.current = false;
  };
  const isChanged = useKept(form, draft, valuesOf(seen.delivery, zone));
  const discard = () => {
    forgetDraft(draft);
    form.reset(valuesOf(delivery, zone));
    go(page);
  };
  return (
    <>
      <FormBox
        form={form}
        label={t("edit.title")}
        renderProblem={(error) => (
          <OverbookNote error={error} isBusy={edit.isPending} onOverbook={() => void sendKnowingly()} />
        )}
      >
        {seen.news.length > 0 && (
          <Banner tone="warning" urgent>
            <p className="strong">{t("edit.meanwhile")}</p>
            <DeliveryTimeline delivery={{ ...delivery, timeline: [...seen.news] }} zone={zone} />
          </Banner>
        )}
        {!mayEdit(delivery.state) && (
          <Banner tone="warning" icon="lock" urgent>
            {t("edit.lock.ended")}
          </Banner>
        )}
        <Parts form={form} delivery={delivery} zone={zone} />
        <Told form={form} delivery={delivery} zone={zone} isChanged={isChanged} />
        <Row spread="end">
          <Button variant="text" {...(isChanged ? { onClick: () => setAsking(true) } : { href: page })}>
            {t(isChanged ? "edit.discard" : "act.back")}
          </Button>
          {mayEdit(delivery.state) && (
            <SubmitButton form={form} icon="check">
              {t("edit.save")}
            </SubmitButton>
          )}
        </Row>
      </FormBox>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("edit.discard.title")}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t("edit.discard.keep")}</Button>
            <Button variant="filled" tone="danger" onClick={discard}>
              {t("edit.discard")}
            </Button>
          </>
        }
      >
        <p>{t("edit.discard.text")}</p>
      </Dialog>
    </>
  );
}

/** Refusals after which the delivery is read anew. */
const STALE: ReadonlySet<string> = new Set(["deliveries.changed-meanwhile", "deliveries.too-late-to-edit"]);

/** Lays an edit that this tab kept over the values of today. */
function firstValues(draft: string, fresh: EditValues): EditValues {
  const kept = readDraft(draft, { seen: fresh, typed: fresh });
  return rebased(kept.seen, fresh, kept.typed);
}

interface Seen {
  readonly delivery: Delivery;
  /** The one before it. */
  readonly before: Delivery;
  /** Events that came while something typed was unsaved. */
  readonly news: readonly TimelineEntry[];
}

const isTypedOver = (form: TheForm, delivery: Delivery, zone: string): boolean =>
  JSON.stringify(valuesOf(delivery, zone)) !== JSON.stringify(form.values());

/** The delivery that the form was filled from. A newer one goes under what was typed. */
function useSeen(form: TheForm, delivery: Delivery, zone: string): Seen {
  const [seen, setSeen] = useState<Seen>({ delivery, before: delivery, news: [] });
  if (delivery.version > seen.delivery.version) {
    const since = delivery.timeline.filter(({ seq }) => seq > seen.delivery.version);
    const news = isTypedOver(form, seen.delivery, zone) ? [...seen.news, ...since] : [];
    setSeen({ delivery, before: seen.delivery, news });
  }
  useEffect(() => {
    const next = rebased(valuesOf(seen.before, zone), valuesOf(seen.delivery, zone), form.values());
    form.set("sender", next.sender);
    form.set("recipient", next.recipient);
    form.set("window", next.window);
  }, [form, seen, zone]);
  return seen;
}

/** Keeps what is typed in this tab, with the values it was typed over. @returns whether something is unsaved */
function useKept(form: TheForm, draft: string, seen: EditValues): boolean {
  const base = JSON.stringify(seen);
  const isChanged = useSyncExternalStore(form.subscribe, () => JSON.stringify(form.values()) !== base);
  useAskBeforeClose(isChanged);
  useEffect(
    () =>
      form.subscribe(() => {
        const typed = form.values();
        if (JSON.stringify(typed) === base) forgetDraft(draft);
        else saveDraft(draft, { seen: JSON.parse(base) as EditValues, typed });
      }),
    [form, draft, base],
  );
  return isChanged;
}

interface PartsProps {
  readonly form: TheForm;
  readonly delivery: Delivery;
  readonly zone: string;
}

function Parts({ form, delivery, zone }: PartsProps) {
  const t = useWords("delivery-pages");
  const locks = EDIT_LOCKS[delivery.state];
  return (
    <div className="edit-parts">
      <Person form={form} side="sender" lock={locks.sender} />
      <Person form={form} side="recipient" lock={locks.recipient} />
      <Card title={t("edit.addresses")} className="edit-wide">
        <p dir="auto">{delivery.pickup.label}</p>
        <p dir="auto">{delivery.dropoff.label}</p>
        <Row>
          <Button icon="pin" href={`/d/deliveries/${delivery.id}/trip`}>
            {t("edit.addresses.change")}
          </Button>
        </Row>
      </Card>
      <Card title={t("edit.window")} className="edit-wide">
        <Lock lock={locks.window} />
        <fieldset className="edit-window" disabled={locks.window !== null}>
          <legend className="hidden-text">{t("edit.window")}</legend>
          <FormText form={form} name="window.date" label={t("edit.date")} type="date" required />
          <FormText form={form} name="window.from" label={t("edit.from")} type="time" required />
          <FormText form={form} name="window.until" label={t("edit.until")} type="time" required />
        </fieldset>
        <OtherTime form={form} delivery={delivery} zone={zone} />
      </Card>
    </div>
  );
}

/** The price of a time that was typed over the promised one. */
function OtherTime({ form, delivery, zone }: PartsProps) {
  const window = useValue(form, "window");
  const isOther = JSON.stringify(window) !== JSON.stringify(valuesOf(delivery, zone).window);
  return isOther && <windowPrice.Parts delivery={delivery} window={window} />;
}

interface PersonProps {
  readonly form: TheForm;
  readonly side: "sender" | "recipient";
  readonly lock: PartLock;
}

/** One of the two people and the note of their door. */
function Person({ form, side, lock }: PersonProps) {
  const t = useWords("delivery-pages");
  return (
    <Card title={t(`edit.${side}`)} copy={side}>
      <Lock lock={lock} />
      <fieldset className="stack gap-3" disabled={lock !== null}>
        <legend className="hidden-text">{t(`edit.${side}`)}</legend>
        <FormText form={form} name={`${side}.name`} label={t("edit.name")} autoComplete="off" required />
        <FormPhone form={form} name={`${side}.phone`} label={t("edit.phone")} autoComplete="off" required />
        <FormText
          form={form}
          name={`${side}.email`}
          label={t("edit.email")}
          type="email"
          autoComplete="off"
        />
        <FormArea form={form} name={`${side}.note`} label={t(`edit.note.${side}`)} rows={2} maxLength={500} />
      </fieldset>
    </Card>
  );
}

type PartLock = (typeof EDIT_LOCKS)[Delivery["state"]][EditPart];

function Lock({ lock }: { readonly lock: PartLock }) {
  const t = useWords("delivery-pages");
  if (lock === null || lock === "ended") return null;
  return (
    <Banner icon="lock">
      <span className="small">{t(`edit.lock.${lock}`)}</span>
    </Banner>
  );
}

/** The people who learn of the change, and what it does not do by itself. */
function Told({ form, delivery, zone, isChanged }: PartsProps & { readonly isChanged: boolean }) {
  const t = useWords("delivery-pages");
  const date = useValue(form, "window.date");
  const { courierName } = delivery;
  const isOtherDay = date !== valuesOf(delivery, zone).window.date;
  if (!isChanged) return null;
  return (
    <Banner icon="info">
      <p>{courierName === null ? t("edit.told.nobody") : t("edit.told", { courier: courierName })}</p>
      {isOtherDay && courierName !== null && (
        <p className="strong">{t("edit.other-day", { courier: courierName })}</p>
      )}
    </Banner>
  );
}
