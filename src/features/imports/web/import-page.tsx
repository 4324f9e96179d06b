import { useState } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import type { Import } from "../contract/api.ts";
import { type ImportState, isWorking } from "../domain/import-lifecycle.ts";
import { ImportWork } from "./import-work.tsx";
import { MappingForm } from "./map/mapping-form.tsx";
import { ImportResult } from "./import-result.tsx";
import { RowsPart } from "./rows/rows-part.tsx";
import { IMPORT_LOOK } from "./state-look.ts";
import { useImport, useImportNews } from "./use-import.ts";
import "./imports.css";

const STEPS = ["file", "columns", "check", "import"] as const;
const STEP_OF: Readonly<Record<ImportState, (typeof STEPS)[number]>> = {
  columns: "columns",
  checking: "check",
  checked: "check",
  importing: "import",
  cancelled: "import",
  done: "import",
  undoing: "import",
  undone: "import",
};

/** One import, from its columns to its deliveries. */
export function ImportPage({ params: { id } }: PageProps<{ id: string }>) {
  const t = useWords("imports");
  const online = useOnline();
  const refresh = useImportNews();
  const found = useImport(id);
  if (found.isPending) return <Skeleton look="card" lines={6} />;
  if (!found.data) return <ProblemMessage page error={found.error} onRetry={() => void found.refetch()} />;
  const { name, state } = found.data;
  return (
    <article className="stack gap-4 imports">
      <PageHeader
        back="/d/import"
        title={<bdi className="import-name">{name}</bdi>}
        detail={<StatusChip {...IMPORT_LOOK[state]}>{t(`state.${state}`)}</StatusChip>}
      />
      <Stepper
        label={t("steps")}
        steps={STEPS.map((value) => ({ value, label: t(`step.${value}`) }))}
        current={STEP_OF[state]}
      />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      <Content key={id} file={found.data} refresh={refresh} />
    </article>
  );
}

interface ContentProps {
  readonly file: Import;
  readonly refresh: () => Promise<void>;
}

function Content({ file, refresh }: ContentProps) {
  const [isMapping, setMapping] = useState(false);
  const { state } = file;
  if (state === "columns" || (state === "checked" && isMapping))
    return (
      <MappingForm
        file={file}
        onDone={async () => {
          await refresh();
          setMapping(false);
        }}
      />
    );
  if (isWorking(state)) return <ImportWork file={file} refresh={refresh} />;
  return (
    <>
      <ImportResult
        file={file}
        refresh={refresh}
        onMap={state === "checked" && file.counts.imported === 0 ? () => setMapping(true) : undefined}
      />
      <RowsPart file={file} refresh={refresh} />
    </>
  );
}
