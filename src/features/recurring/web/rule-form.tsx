import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { orderEntryApi, type PastEntry } from "#features/order-entry/contract/api.ts";
import {
  Account,
  CallerField,
  EntryPlaces,
  fromCaller,
  sameAgain,
  tripPart,
  Way,
} from "#features/order-entry/web/public-parts.ts";
import { Parcels, type TripFault, useTripFaults, withPhones } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { FormBox } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { Rule } from "../contract/api.ts";
import { entryPart, RuleEntry, type RuleForm as Form, ruleOf, type RuleTyped } from "./rule-values.ts";
import { isRecurring } from "../domain/occurrence.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import "./recurring.css";

interface RuleFormProps {
  readonly initial: RuleTyped;
  /** Name under which what is typed is kept in this tab. */
  readonly draft?: string;
  /** Whether a caller is looked for, whose last orders fill the form. */
  readonly asksCaller: boolean;
  readonly does: string;
  /** Sends; a thrown problem lands on its fields. */
  readonly onSend: (rule: Rule) => Promise<void>;
  /** In place of the plain sentence about what the server refused. */
  readonly renderProblem?: (error: unknown, send: () => void) => ReactNode;
}

/** Asks for everything that an order at the desk says, and for the days on which it is due. */
export function RuleForm(props: RuleFormProps) {
  const t = useWords("recurring");
  const ways = useQuery({
    queryKey: ["entry-ways"],
    queryFn: ({ signal }) => call(orderEntryApi.entryWays, {}, { signal }),
    staleTime: Infinity,
  });
  if (ways.error) return <ProblemMessage error={ways.error} onRetry={() => void ways.refetch()} />;
  if (!ways.data) return <Skeleton look="card" lines={6} />;
  // A link would need somebody who sends it.
  const offered = ways.data.ways.flatMap((way) => (way === "card-link" ? [] : [way]));
  if (offered.length === 0)
    return (
      <StateMessage kind="empty" icon="price" title={t("form.no-way")}>
        <p>{t("form.no-way-text")}</p>
      </StateMessage>
    );
  return <Fields {...props} ways={offered} />;
}

type FieldsProps = RuleFormProps & { readonly ways: readonly Rule["way"][] };

function Fields({ ways, initial, draft, asksCaller, does, onSend, renderProblem }: FieldsProps) {
  const t = useWords("recurring");
  const { currency } = useConfig();
  const [faults, setFaults] = useState<readonly TripFault[]>([]);
  const [fills, setFills] = useState(0);
  const form: Form = useForm({
    schema: RuleEntry,
    initial: { ...initial, way: initial.way === "" ? (ways[0] ?? "") : initial.way },
    toInput: withPhones,
    ...(draft !== undefined && { draft }),
    onSubmit: async (entry) => {
      if (faults.length > 0) return void form.setErrors(faults);
      await onSend(ruleOf(entry, currency));
      form.done();
    },
  });
  const entry = entryPart(form);
  const { prices } = useTripFaults({ form: tripPart(entry), onFaults: setFaults });
  const fill = (part: Partial<RuleTyped>) => {
    form.reset({ ...form.values(), ...part });
    setFills(fills + 1);
  };
  const fillLike = (past: PastEntry) => {
    const { serviceLevel = "", ...part } = sameAgain(past, currency);
    fill({ ...part, ...(isRecurring(serviceLevel) && { serviceLevel }) });
  };
  return (
    <div className="entry-book recurring-form">
      <FormBox
        form={form}
        {...(renderProblem && { renderProblem: (error) => renderProblem(error, () => void form.send()) })}
      >
        <Card title={t("form.sender")} className="entry-card">
          {asksCaller && (
            <CallerField
              id="recurring-caller"
              onCaller={(caller) => fill(fromCaller(caller))}
              onSame={fillLike}
            />
          )}
          <Account form={entry} />
        </Card>
        <EntryPlaces form={entry} fills={fills} />
        <Parcels form={tripPart(entry)} />
        <ScheduleFields form={form} prices={prices.data} />
        <Way form={entry} ways={ways} />
        <p className="small quiet">{t("form.no-card")}</p>
        <div className="recurring-acts">
          <Button variant="filled" size="large" type="submit" icon="check" loading={false}>
            {does}
          </Button>
        </div>
      </FormBox>
    </div>
  );
}
