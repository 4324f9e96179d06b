import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { MessagesPanel } from "./messages-panel.tsx";

/** Notes to couriers: writing one, and what became of all. */
export function MessagesPage() {
  const t = useWords("messages");
  return (
    <article className="stack gap-4 messages-page">
      <PageHeader title={t("title")} />
      <MessagesPanel />
    </article>
  );
}
