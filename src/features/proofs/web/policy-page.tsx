import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type ProofPolicy, proofsApi } from "../contract/api.ts";
import { PolicyEditor } from "./policy-editor.tsx";
import "./policy.css";

const POLICY_KEY = ["proof-policy"];

/** Edits which proofs the end of a stop needs, and tries the rules on an example at once. */
export function PolicyPage() {
  const t = useWords("proofs");
  const queries = useQueryClient();
  const policy = useQuery({
    queryKey: POLICY_KEY,
    queryFn: ({ signal }) => call(proofsApi.readProofPolicy, {}, { signal }),
  });
  if (policy.data) {
    return (
      <>
        <RefusalNote error={policy.error} onRetry={() => void policy.refetch()} />
        <PolicyEditor
          policy={policy.data}
          onSaved={(fresh: ProofPolicy) => queries.setQueryData(POLICY_KEY, fresh)}
          onReload={() => void policy.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("policy.title")} />
      {policy.isPending ? (
        <Skeleton look="rows" lines={7} />
      ) : (
        <ProblemMessage error={policy.error} onRetry={() => void policy.refetch()} />
      )}
    </>
  );
}
