import type { CallReport } from './backend';
import { demoAccount } from './demoAccount';

/** Controls the mock backend: `window.mock` in the console, and the panel. */
export type MockControls = {
  /** What each scenario does, by name. */
  scenarios: Record<string, string>;
  scenario(): string;
  /** Sets the scenario of this tab: `mock.use('slow')`, `mock.use('server-error:addToCart')`. */
  use(scenario: string): void;
  latency(): number;
  /** Sets the extra latency in this tab, in milliseconds. */
  setLatency(ms: number): void;
  /** Logs in to the demo account. */
  logIn(): Promise<void>;
  /** Deletes all users, tokens and carts, and reloads the page. */
  reset(): void;
  /** The latest calls, newest first. */
  calls: CallReport[];
};

const html = `
<style>
  /* At the end of the page it is below the footer. */
  :host { all: initial; display: block; position: sticky; bottom: 0; z-index: 2000; pointer-events: none; }
  aside { width: fit-content; padding: 0.5rem; pointer-events: auto;
    font: 0.8125rem/1.4 system-ui, sans-serif; color: CanvasText; color-scheme: light dark; }
  details { background: Canvas; border: 1px solid GrayText; border-radius: 0.5rem; max-height: calc(100dvh - 1.5rem); overflow: auto; }
  summary { position: sticky; top: 0; padding: 0.25rem 0.625rem; min-height: 1.25rem; cursor: pointer; border-radius: 0.5rem;
    background: Canvas; }
  summary:focus-visible, :focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
  .body { display: grid; gap: 0.5rem; padding: 0.5rem 0.75rem 0.75rem; width: 22rem; max-width: calc(100vw - 3rem); }
  label { display: grid; grid-template-columns: 6rem 1fr; align-items: center; }
  select, input, button { font: inherit; min-height: 1.75rem; color: inherit; }
  ol { margin: 0; padding: 0; list-style: none; max-height: 10rem; overflow: auto; }
  li { display: grid; grid-template-columns: 1fr auto auto; gap: 0 0.5rem; border-top: 1px solid GrayText; overflow-wrap: anywhere; }
  .violation { grid-column: 1 / -1; }
  p { margin: 0; }
  @media print { aside { display: none; } }
</style>
<aside aria-label="Mock backend">
  <details>
    <summary></summary>
    <div class="body">
      <label>Scenario <select name="scenario"></select></label>
      <p class="description"></p>
      <label>Latency, ms <input name="latency" type="number" min="0" step="100" /></label>
      <p>Latest calls: status, time, ✗ if the response violates the contract</p>
      <ol tabindex="0" aria-label="Latest calls"></ol>
      <p>Demo account: ${demoAccount.email} / ${demoAccount.password}</p>
      <button type="button" name="demo">Use the demo account</button>
      <button type="button" name="reset">Reset data</button>
    </div>
  </details>
</aside>`;

/** Mounts the panel in a shadow root, which keeps its styles and the page's apart. */
export function mountPanel(mock: MockControls) {
  const host = document.createElement('mock-panel');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  document.body.append(host);

  const find = <T extends Element = HTMLElement>(selector: string) => root.querySelector<T>(selector) as T;
  const scenarioSelect = find<HTMLSelectElement>('select');
  const latencyInput = find<HTMLInputElement>('input');
  scenarioSelect.append(...Object.keys(mock.scenarios).map((name) => new Option(name)));
  scenarioSelect.onchange = () => mock.use(scenarioSelect.value);
  latencyInput.onchange = () => {
    if (latencyInput.reportValidity()) mock.setLatency(Number(latencyInput.value));
  };
  find('[name=demo]').onclick = () => mock.logIn();
  find('[name=reset]').onclick = () => mock.reset();
  const details = find<HTMLDetailsElement>('details');
  details.onkeydown = ({ key }) => {
    if (key !== 'Escape') return;
    details.open = false;
    find('summary').focus();
  };

  return {
    update() {
      const scenario = mock.scenario();
      const [name = ''] = scenario.split(':');
      find('summary').textContent = `Mock: ${scenario}`;
      // A scenario for one operation is not in the list until it is set.
      const isListed = [...scenarioSelect.options].some(({ value }) => value === scenario);
      if (!isListed) scenarioSelect.append(new Option(scenario));
      scenarioSelect.value = scenario;
      find('.description').textContent = mock.scenarios[name] ?? '';
      latencyInput.value = String(mock.latency());
      find('ol').replaceChildren(...mock.calls.map(makeCallRow));
    },
  };
}

function makeCallRow({ call, status, ms, violation }: CallReport) {
  const row = document.createElement('li');
  row.append(
    makeSpan(call),
    makeSpan(status === 0 ? 'network error' : `${status}`),
    makeSpan(`${ms} ms${violation ? ' ✗' : ''}`),
  );
  if (violation) row.append(makeSpan(violation, 'violation'));
  return row;
}

function makeSpan(text: string, className = '') {
  const span = document.createElement('span');
  span.textContent = text;
  span.className = className;
  return span;
}
