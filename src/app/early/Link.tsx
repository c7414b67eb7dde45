/** Replaces React Router's Link in the first-cards script, with the same markup. That script has no router. */
export const Link = ({ to, ...props }: { to: string }) => (
  <a {...props} href={import.meta.env.BASE_URL + to.slice(1)} data-discover="true" />
);
