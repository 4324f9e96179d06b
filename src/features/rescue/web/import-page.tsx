import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { StatusLine } from "#features/courier/web/public.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { FileBox } from "#web/forms/file-box.tsx";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useFocusOnMount } from "#web/focus/focus.ts";
import { rescueApi } from "../contract/api.ts";
import { type BroughtWork, bring } from "./bring.ts";
import { type ReadUnsent, readUnsent } from "./read-file.ts";
import "./import-page.css";

const PAGE_ROWS = 20;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isCourierFrame = (): boolean => location.pathname.startsWith("/c/");

/** Reads a file of unsent work, shows what it holds, and gives it to Waybill. */
export function ImportPage() {
  const t = useWords("rescue");
  const [file, setFile] = useState<ReadUnsent>();
  const queries = useQueryClient();
  const read = useMutation({ mutationFn: readUnsent, onSuccess: setFile });
  const give = useMutation({
    mutationFn: bring,
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["rescue"] }),
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(undefined);
    give.reset();
    read.mutate(chosen);
  };
  const giving = file && !give.data && (
    <Button
      size="large"
      variant="filled"
      full
      icon="upload"
      loading={give.isPending}
      onClick={() => give.mutate(file)}
    >
      {t("import.give")}
    </Button>
  );
  return (
    <article className={isCourierFrame() ? "courier-page stack gap-4" : "unsent-office stack gap-4"}>
      <PageHeader back={isCourierFrame() ? "/c/outbox" : "/d/exceptions"} title={t("import.title")} />
      {isCourierFrame() && <StatusLine />}
      <p>{t(isCourierFrame() ? "import.text-courier" : "import.text")}</p>
      <FileField isPending={read.isPending} onChoose={choose} />
      <RefusalNote error={read.error} />
      {file && <Content file={file} brought={give.data} />}
      <RefusalNote error={give.error} />
      {!isCourierFrame() && giving}
      <Imports />
      {isCourierFrame() && giving && <footer className="courier-actions">{giving}</footer>}
    </article>
  );
}

function FileField({
  isPending,
  onChoose,
}: {
  isPending: boolean;
  onChoose: (file: File | undefined) => void;
}) {
  const t = useWords("rescue");
  const id = useId();
  return (
    <div className="unsent-file">
      <label htmlFor={id}>{t("import.choose")}</label>
      <FileBox
        id={id}
        text={t("import.pick")}
        accept=".html,.htm,text/html"
        disabled={isPending}
        onPick={(file) => onChoose(file ?? undefined)}
      />
    </div>
  );
}

function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h2 className="title" ref={useFocusOnMount<HTMLHeadingElement>()} tabIndex={-1}>
      {children}
    </h2>
  );
}

interface ContentProps {
  file: ReadUnsent;
  brought: BroughtWork | undefined;
}

/** Everything that a file holds, and what came of each once it was given. */
function Content({ file: { content }, brought }: ContentProps) {
  const t = useWords("rescue");
  const format = useFormat();
  const { person, savedAt, commands, pictures, places } = content;
  const time = (at: number) => format.dateTime(new Date(at).toISOString(), zone);
  return (
    <section className="stack gap-3" data-testid="unsent-content">
      <StepHeading key={brought ? "done" : "read"}>
        {brought ? t("import.done") : t("import.of", { name: person })}
      </StepHeading>
      <p className="quiet">
        {t("import.saved", { time: time(savedAt) })} · {t("import.commands", { n: commands.length })} ·{" "}
        {t("import.pictures", { n: pictures.length })}
      </p>
      {brought && <Outcome brought={brought} pictures={pictures.length} />}
      <List ordered>
        {commands.map(({ id, type, wall }) => {
          const result = brought?.results.get(id);
          const what = maybeWord("courier-phone", `out.type.${type}`) ?? type;
          const detail =
            result &&
            [t(`verdict.${result.verdict}`), refusalSentence(result.code ?? "", result.facts)]
              .filter(Boolean)
              .join(" · ");
          const title = [what, time(wall), places[id]].filter(Boolean).join(" · ");
          return <ListItem key={id} title={<bdi>{title}</bdi>} {...(detail && { detail })} />;
        })}
      </List>
    </section>
  );
}

function Outcome({
  brought: { kept, refused, results },
  pictures,
}: {
  brought: BroughtWork;
  pictures: number;
}) {
  const t = useWords("rescue");
  const waits = [...results.values()].filter(({ verdict }) => verdict === "later").length;
  const looks = [...results.values()].filter(({ verdict }) => verdict === "refused").length + refused.size;
  return (
    <>
      {pictures > 0 && (
        <Banner tone={kept < pictures ? "warning" : "done"}>
          {t("import.kept", { n: kept, all: pictures })}
        </Banner>
      )}
      {waits > 0 && <Banner tone="warning">{t("import.again", { n: waits })}</Banner>}
      {looks > 0 && <Banner tone="warning">{t("import.looks", { n: looks })}</Banner>}
    </>
  );
}

/** Files that were brought before, with who brought them. */
function Imports() {
  const t = useWords("rescue");
  const format = useFormat();
  const { list, items = [] } = usePages(["rescue", "imports"], (from, options) =>
    call(rescueApi.listImports, { limit: PAGE_ROWS, ...from }, options),
  );
  if (items.length === 0) return null;
  return (
    <section className="stack gap-2">
      <h2 className="title">{t("import.history")}</h2>
      <List>
        {items.map(({ id, at, by, courier, commands, pictures }) => (
          <ListItem
            key={id}
            title={<bdi>{t("import.of", { name: courier ?? "" })}</bdi>}
            detail={[
              format.dateTime(at, zone),
              t("import.by", { name: by ?? "" }),
              t("import.commands", { n: commands }),
              t("import.pictures", { n: pictures }),
            ].join(" · ")}
          />
        ))}
      </List>
      <ShowMore list={list} />
    </section>
  );
}
