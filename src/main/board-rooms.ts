import {
  assignDialog,
  boardHandOver,
  boardKey,
  chooseLines,
  chosenAct,
  courierFacts,
  courierLine,
  deskUndo,
  dragWords,
  mapPane,
  rowMark,
} from "#features/dispatch/web/board-parts.ts";

// Fetched with the board: couriers, whose first view holds the table of pages, need none of it.
assignDialog.give(() =>
  import("#features/assigning/web/public.ts").then((module) => module.loadAssignDialog()),
);
boardHandOver.add(() =>
  import("#features/desk-handover/web/public.ts").then((module) => module.loadBoardHandOver()),
);
rowMark.add(() => import("#features/offers/web/public.ts").then((module) => module.loadOfferMark()));
courierFacts.add(() => import("#features/ribbon/web/public.ts").then((module) => module.loadCourierFacts()));
courierLine.add(() => import("#features/ribbon/web/public.ts").then((module) => module.loadCourierLine()));
dragWords.add(() => import("#features/ribbon/web/public.ts").then((module) => module.loadDragCosts()));
mapPane.add(() => import("#features/board-map/web/public.ts").then((module) => module.loadBoardMap()));
chooseLines.add(() => import("#features/board-map/web/public.ts").then((module) => module.loadChooseLines()));
chooseLines.add(() =>
  import("#features/runsheet/web/public.ts").then((module) => module.loadRunSheetButton()),
);
chooseLines.add(() =>
  import("#features/messages/web/public.ts").then((module) => module.loadMessageButton()),
);
chosenAct.add(() =>
  import("#features/delivery-pages/web/next/load.ts").then((module) => module.loadNextAct()),
);
boardKey.add(() =>
  import("#features/delivery-pages/web/next/load.ts").then((module) => module.loadNextKey()),
);
chosenAct.add(() => import("#features/messages/web/public.ts").then((module) => module.loadMessageAct()));
boardKey.add(() => import("#features/messages/web/public.ts").then((module) => module.loadMessageKey()));
boardKey.add(() => import("#features/runsheet/web/public.ts").then((module) => module.loadRunSheetKey()));
boardKey.add(() => import("#features/offers/web/public.ts").then((module) => module.loadOfferKey()));
chosenAct.add(() => import("#features/offers/web/public.ts").then((module) => module.loadOfferAct()));
deskUndo.give(() => import("#features/history/web/public.ts").then((module) => module.loadDeskUndo()));
