import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { isolated } from "#kernel/isolated.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type DemoData, demoDataApi } from "../contract/demo-data.ts";

/** Made-up data of a demo and the way to be rid of it; nothing in any other installation. */
export function DemoCard() {
  const t = useWords("setup");
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["demo-data"],
    queryFn: ({ signal }) => call(demoDataApi.readDemoData, {}, { signal }),
  });
  if (error) return <ProblemMessage error={error} onRetry={() => void refetch()} />;
  if (!data?.isDemo) return null;
  return (
    <Card title={t("demo.title")}>
      <div className="stack gap-4">
        <p>{t("demo.text", { n: data.deliveries })}</p>
        {data.heldBy === null ? (
          <div>
            <Button variant="outlined" tone="danger" icon="delete" onClick={() => setAsked(true)}>
              {t("demo.remove")}
            </Button>
          </div>
        ) : (
          <Banner tone="warning">{t(`demo.held.${data.heldBy}`)}</Banner>
        )}
      </div>
      {isAsked && <RemoveDialog data={data} onClose={() => setAsked(false)} />}
    </Card>
  );
}

/** Says what goes and what stays, and asks for the organisation's name: it cannot be taken back. */
function RemoveDialog({ data, onClose }: { data: DemoData; onClose: () => void }) {
  const t = useWords("setup");
  const { name, deliveries, people, administrators } = data;
  const form = useForm({
    schema: z.object({
      name: z.string().check(z.refine((typed) => typed.trim() === name, "setup.other-name")),
    }),
    initial: { name: "" },
    onSubmit: async (typed) => {
      await call(demoDataApi.removeDemoData, typed);
      // Every page of this browser holds something that is gone.
      location.assign("/a/start");
    },
  });
  return (
    <FormDialog
      form={form}
      label={t("demo.ask")}
      title={t("demo.ask")}
      does={t("demo.remove")}
      tone="danger"
      onClose={onClose}
    >
      <ul className="setup-demo">
        <li>{t("demo.goes", { n: deliveries, people })}</li>
        <li>{t("demo.stays", { n: administrators })}</li>
      </ul>
      <FormText
        form={form}
        name="name"
        label={t("demo.type", { name: isolated(name) })}
        required
        autoComplete="off"
      />
    </FormDialog>
  );
}
