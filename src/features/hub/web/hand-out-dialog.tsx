import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import {
  Follows,
  head,
  keepPictures,
  orNull,
  withProofNames,
} from "#features/delivery-pages/web/public-parts.ts";
import { asksForPin } from "#features/proofs/domain/needs.ts";
import {
  NO_OFFICE_PROOF,
  OFFICE_SHAPE,
  OfficeFields,
  officeOutcome,
  officeSchema,
} from "#features/proofs/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { FormArea, FormCheckbox, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LtrText, NumberText } from "#web/ui/figures.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type HandOutSheet, hubApi } from "../contract/api.ts";
import { HUB } from "./use-hub.ts";
import "./hub.css";

interface HandOutDialogProps {
  readonly id: string;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}

/** Hands parcels to whoever stands at the counter: who they are for, what is owed, and the proofs that it takes. */
export function HandOutDialog({ id, onDone, onClose }: HandOutDialogProps) {
  const t = useWords("hub");
  const sheet = useQuery({
    queryKey: ["hand-out", id],
    queryFn: ({ signal }) => call(hubApi.readHandOut, { id }, { signal }),
    // Everything typed stands on the version that was seen: the server says where it is old.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
  if (sheet.data)
    return (
      <HandOutForm
        sheet={sheet.data}
        onDone={onDone}
        onClose={onClose}
        onLookAgain={() => void sheet.refetch()}
      />
    );
  return (
    <Dialog open title={t("act")} onClose={onClose}>
      {sheet.error ? (
        <ProblemMessage error={sheet.error} onRetry={() => void sheet.refetch()} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  );
}

const schemaFor = (sheet: HandOutSheet) => {
  const { required, preferred } = sheet.needs;
  const inputs = z.object({ ...OFFICE_SHAPE, pin: z.string(), cash: z.boolean() }).check(
    z.refine(({ pin, unproven }) => unproven || pin.trim() !== "" || !required.includes("pin"), {
      path: ["pin"],
      error: "required",
    }),
  );
  return officeSchema(inputs, () => ({ required, preferred, parcelCodes: sheet.parcelCodes }));
};

type FormProps = Omit<HandOutDialogProps, "id"> & {
  readonly sheet: HandOutSheet;
  readonly onLookAgain: () => void;
};

function HandOutForm({ sheet, onDone, onClose, onLookAgain }: FormProps) {
  const t = useWords("hub");
  const format = useFormat();
  const queries = useQueryClient();
  const { id, taskId, version, cash, needs } = sheet;
  const form = useForm({
    schema: schemaFor(sheet),
    initial: { ...NO_OFFICE_PROOF, pin: "", cash: false },
    onSubmit: async (filled) => {
      const proofIds = await keepPictures({ id, taskId }, filled);
      const fresh = await call(hubApi.handOut, {
        ...head(),
        id,
        taskId,
        version,
        recipientName: orNull(filled.recipientName),
        note: orNull(filled.note),
        proofIds,
        ...officeOutcome(filled),
        ...(filled.pin.trim() !== "" && { pin: filled.pin.trim() }),
        ...(cash && filled.cash && { cash }),
      }).catch((error: unknown) => {
        throw withProofNames(error, format.list);
      });
      void queries.invalidateQueries({ queryKey: HUB });
      showSnack({ text: t("done", { number: sheet.number }) });
      onDone(fresh);
    },
  });
  const lookAgain = () => {
    form.setProblem(null);
    onLookAgain();
  };
  const mustPin = needs.required.includes("pin");
  return (
    <FormDialog
      form={form}
      label={t("act.number", { number: sheet.number })}
      title={t("act")}
      does={t("act")}
      onClose={onClose}
      renderProblem={(error) => (
        <RefusalNote
          error={error}
          {...(isProblem(error, "deliveries.changed-meanwhile") && { onRetry: lookAgain })}
        />
      )}
    >
      <p className="hub-sheet">
        <NumberText>{sheet.number}</NumberText>
        <span>
          {t("sheet.for")} <bdi className="strong">{sheet.recipientName}</bdi> ·{" "}
          <LtrText>{sheet.recipientPhone}</LtrText>
        </span>
        <span>{t("row.parcels", { n: sheet.parcels })}</span>
        {sheet.waitsFor === "courier" && <span className="quiet">{t("sheet.not-chosen")}</span>}
      </p>
      {cash && (
        <FormCheckbox
          form={form}
          name="cash"
          label={t("sheet.cash", { amount: format.money(cash) })}
          hint={t("sheet.cash-hint")}
        />
      )}
      {asksForPin(needs) && (
        <FormText
          form={form}
          name="pin"
          label={t("sheet.pin")}
          hint={t("sheet.pin-hint")}
          required={mustPin}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <OfficeFields
        form={form}
        phase="deliver"
        needs={{ ...withoutPin(sheet), parcelCodes: sheet.parcelCodes }}
      />
      <Follows deliveryId={id} version={version} act="hand_out" />
      <FormArea form={form} name="note" label={t("sheet.note")} rows={2} />
    </FormDialog>
  );
}

/** The PIN is asked for here, beside the other proofs. */
const withoutPin = ({ needs: { required, preferred } }: HandOutSheet) => ({
  required: required.filter((need) => need !== "pin"),
  preferred: preferred.filter((need) => need !== "pin"),
});
