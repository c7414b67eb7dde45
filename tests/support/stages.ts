/** Where a page is held until React answers, and after that. Not by time: each holds what would come next. */
export const stages = [
  'the bundle is on its way',
  'the bundle is there, and has not run',
  'between the parts of the bundle',
  'React takes the page over in slices',
  'the first screen is alive, and its list is being drawn',
] as const;
export type Stage = (typeof stages)[number];

/** Runs in the page before its scripts, or its bundle. */
export function holdPage() {
  // A page without an origin has no storage.
  if (origin === 'null') return;
  const stage = sessionStorage.getItem('stage') as Stage | null;
  // The page after this one is not held.
  sessionStorage.removeItem('stage');
  let held: (() => void)[] | undefined = [];
  const hold = (go: () => void) => (held ? held.push(go) : go());
  Object.assign(window, {
    isHeld: () => held?.length,
    release() {
      for (const go of held ?? []) go();
      held = undefined;
    },
  });
  const { requestAnimationFrame, setTimeout } = window;
  const { postMessage } = MessagePort.prototype;
  const { now } = performance;
  let isFrame = false;
  window.requestAnimationFrame = (draw) => {
    const drawFrame = (time: number) => {
      isFrame = true;
      draw(time);
      isFrame = false;
    };
    // The page imports the bundle after its first frame.
    if (stage === 'the bundle is there, and has not run') hold(() => requestAnimationFrame(drawFrame));
    else requestAnimationFrame(drawFrame);
    return 0;
  };
  window.setTimeout = ((act: () => void, ms?: number) => {
    const isPause = ms === undefined && !isFrame;
    if (isPause && stage === 'between the parts of the bundle') hold(() => setTimeout(act));
    else return setTimeout(act, ms);
  }) as typeof setTimeout;
  let slices = 0;
  MessagePort.prototype.postMessage = function (...message: [never]) {
    slices += 1;
    const isAlive = !document.documentElement.matches('.early');
    const go = () => postMessage.apply(this, message);
    if (stage === 'React takes the page over in slices' && slices > 30) hold(go);
    else if (stage === 'the first screen is alive, and its list is being drawn' && isAlive) hold(go);
    else go();
  };
  // By this clock every piece of React's work takes a whole slice.
  let ticks = 0;
  if (stage === 'React takes the page over in slices')
    performance.now = () => {
      if (held) ticks += 6;
      return now.call(performance) + ticks;
    };
}
