import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { EditForm } from "./edit-form.tsx";
import { EditFrame } from "./edit-frame.tsx";

/** Changes people, notes and window of a delivery, as far as it is not too late for them. */
export function EditPage({ params: { id } }: PageProps<{ id: string }>) {
  const t = useWords("delivery-pages");
  return (
    <EditFrame id={id} title={t("edit.title")} titleOf={(number) => t("edit.title-of", { number })}>
      {(delivery, refresh) => <EditForm key={id} delivery={delivery} onStale={refresh} />}
    </EditFrame>
  );
}
