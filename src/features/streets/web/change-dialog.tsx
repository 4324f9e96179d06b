import { Fragment, useState } from "react";
import * as z from "zod/mini";
import { instantAt } from "#kernel/local-time.ts";
import { toIso } from "#kernel/instant.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormArea, FormRadio, FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { type Form, useField, useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { PROFILES, type Street, StreetChangeFields, streetsApi } from "../contract/api.ts";
import { StreetDialog } from "./street-dialog.tsx";

const FACTORS = ["1.25", "1.5", "2", "3", "5"] as const;

type Profile = (typeof PROFILES)[number];

interface ChangeText {
  kind: "closed" | "slow";
  slower: (typeof FACTORS)[number];
  profiles: readonly Profile[];
  from: string;
  fromTime: string;
  until: string;
  untilTime: string;
  note: string;
}

const BLANK: ChangeText = {
  kind: "closed",
  slower: "1.5",
  profiles: ["car"],
  from: "",
  fromTime: "",
  until: "",
  untilTime: "",
  note: "",
};

/** As the call, and an end that comes after the beginning and later than now. */
const ChangeFields = StreetChangeFields.check(
  z.refine(
    ({ from, until }) =>
      until === null || Date.parse(until) > Math.max(Date.now(), from === null ? 0 : Date.parse(from)),
    { path: ["until"], error: "streets.bad-times" },
  ),
);

interface ChangeDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** First the street, then what holds there and for how long. */
export function ChangeDialog(props: ChangeDialogProps) {
  const [street, setStreet] = useState<Street>();
  if (!street) return <StreetDialog onClose={props.onClose} onChosen={setStreet} />;
  return <ChangeForm {...props} street={street} />;
}

function ChangeForm({ street, onClose, onDone }: ChangeDialogProps & { street: Street }) {
  const t = useWords("streets");
  const f = useFormat();
  const zone = useZone();
  const change = useCommand(streetsApi.changeStreet);
  const name = street.name ?? t("street.unnamed");
  const form = useForm<ChangeText, StreetChangeFields>({
    schema: ChangeFields,
    initial: BLANK,
    toInput: (text) => ({
      name: street.name,
      lines: street.lines,
      profiles: text.profiles,
      slower: text.kind === "closed" ? null : Number(text.slower),
      from: momentOf(text.from, text.fromTime, "00:00", zone),
      until: momentOf(text.until, text.untilTime, "24:00", zone),
      note: text.note,
    }),
    onSubmit: async (fields) => {
      await change.mutateAsync(fields);
      showSnack({ text: t("form.done", { street: name }) });
      onDone();
    },
  });
  return (
    <FormDialog form={form} title={t("form.title", { street: name })} does={t("form.save")} onClose={onClose}>
      <p className="quiet">{t("form.length", { length: f.distance(street.metres) })}</p>
      <FormRadio
        form={form}
        name="kind"
        label={t("form.kind")}
        look="row"
        options={[
          { value: "closed", label: t("form.closed") },
          { value: "slow", label: t("form.slow") },
        ]}
      />
      <SlowerChoice form={form} />
      <ProfilesField form={form} />
      <div className="streets-moment">
        {(["from", "until"] as const).map((end) => (
          <Fragment key={end}>
            <FormText
              form={form}
              name={end}
              type="date"
              label={t(`form.${end}-date`)}
              hint={t(`form.${end}-hint`)}
            />
            <FormText
              form={form}
              name={`${end}Time`}
              type="time"
              label={t(`form.${end}-time`)}
              hint={t(`form.${end}-time-hint`)}
            />
          </Fragment>
        ))}
      </div>
      <FormArea form={form} name="note" label={t("form.note")} hint={t("form.note-hint")} />
    </FormDialog>
  );
}

type ChangeFormStore = Form<ChangeText, StreetChangeFields>;

/** Vehicles for which it holds. */
function ProfilesField({ form }: { form: ChangeFormStore }) {
  const t = useWords("streets");
  const { id, value, onChange, onBlur, error } = useField(form, "profiles", t("form.profiles"));
  return (
    <fieldset
      className="streets-modes"
      id={id}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className="field-label">{t("form.profiles")}</legend>
      {PROFILES.map((profile) => (
        <Checkbox
          key={profile}
          label={t(`profile.${profile}`)}
          checked={value.includes(profile)}
          onChange={(on) => onChange(PROFILES.filter((one) => (one === profile ? on : value.includes(one))))}
        />
      ))}
      <FieldNote id={id} error={error} />
    </fieldset>
  );
}

function SlowerChoice({ form }: { form: ChangeFormStore }) {
  const t = useWords("streets");
  const f = useFormat();
  if (useValue(form, "kind") !== "slow") return null;
  return (
    <FormSelect
      form={form}
      name="slower"
      label={t("form.slower")}
      options={FACTORS.map((value) => ({
        value,
        label: t("row.slow", { percent: f.number(Math.round((Number(value) - 1) * 100)) }),
      }))}
    />
  );
}

/** The moment to send: null where neither day nor time was given, and no moment where the day of a time is missing. */
function momentOf(day: string, typed: string, usual: string, zone: string): string | null {
  if (day === "") return typed === "" ? null : "";
  return toIso(instantAt(day, typed || usual, zone));
}
