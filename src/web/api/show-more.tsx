import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";

interface ShowMoreProps {
  /** A list as `usePages` gives it. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Reads the next page of a list; nothing where the list ends. */
export function ShowMore({ list }: ShowMoreProps) {
  const t = useWords("hall");
  if (!list.hasNextPage) return null;
  return (
    <Button variant="outlined" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {t("list.more")}
    </Button>
  );
}
