const paths = {
  bag: 'M5 8h14l1 12.5H4zM8.5 10V6.5a3.5 3.5 0 0 1 7 0V10',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.3v.2',
  funnel: 'M4 5h16l-6 8v6l-4-2v-4z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20',
};

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
