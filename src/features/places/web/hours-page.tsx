import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormSummary, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type OpeningHours, placesApi, type ServiceArea } from "../contract/api.ts";
import { AREA_KEY, AreaFrame } from "./area-frame.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { ExceptionFields } from "./exception-fields.tsx";
import { HoursPreview } from "./hours-preview.tsx";
import { HoursSchema, type HoursText, textOfHours, type HoursForm } from "./hours-text.ts";
import { UnsavedNote, useFirstFilled } from "./unsaved.tsx";
import { WeekFields } from "./week-fields.tsx";

const DRAFT = "places.hours";

/** When we collect and deliver: by weekday, and on dates that differ. */
export function HoursPage() {
  const t = useWords("places");
  return (
    <AreaFrame title={t("hours.title")}>
      {(area, reload) => <HoursEditor area={area} onReload={reload} />}
    </AreaFrame>
  );
}

interface EditorProps {
  area: ServiceArea;
  onReload: () => Promise<ServiceArea | undefined>;
}

function HoursEditor({ area, onReload }: EditorProps) {
  const t = useWords("places");
  const queries = useQueryClient();
  const first = useFirstFilled(DRAFT, { version: area.version, text: textOfHours(area.hours) });
  const [seen, setSeen] = useState({ ...area, version: first.version });
  const save = useCommand(placesApi.editHours, {
    onDone: (fresh) => {
      queries.setQueryData(AREA_KEY, fresh);
      setSeen(fresh);
      form.reset(textOfHours(fresh.hours));
      showSnack({ text: t("hours.saved") });
    },
  });
  const form: HoursForm = useForm<HoursText, OpeningHours>({
    schema: HoursSchema,
    initial: first.text,
    onSubmit: async (hours) => {
      try {
        await save.mutateAsync({ version: seen.version, hours });
      } catch (error) {
        if (isProblem(error, "places.changed-meanwhile")) setSeen((await onReload()) ?? seen);
        throw error;
      }
    },
  });
  const takeTheirs = () => {
    form.reset(textOfHours(seen.hours));
    form.setProblem(undefined);
  };
  return (
    <form
      className="hours"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <PageHeader
        title={t("hours.title")}
        detail={t("hours.zone", { zone: area.timezone.replaceAll("_", " ") })}
        actions={<SubmitButton form={form}>{t("save.button")}</SubmitButton>}
      />
      <FormSummary form={form} />
      <ConflictNote form={form} onTheirs={takeTheirs} />
      <UnsavedNote
        draft={DRAFT}
        form={form}
        seen={{ version: seen.version, text: textOfHours(seen.hours) }}
      />
      <div className="hours-columns">
        <div className="hours-main">
          <WeekFields form={form} />
          <ExceptionFields form={form} zone={area.timezone} />
        </div>
        <HoursPreview form={form} zone={area.timezone} />
      </div>
    </form>
  );
}
