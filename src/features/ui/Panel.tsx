import type { ReactNode } from 'react';
import { Card } from 'react-bootstrap';
import { moveFocusOnUnmount } from './focus';
import './Panel.css';

const icons = {
  bag: 'M5 8h14l1 12.5H4zM8.5 10V6.5a3.5 3.5 0 0 1 7 0V10',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v5.5M12 16.3v.2',
  funnel: 'M4 5h16l-6 8v6l-4-2v-4z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20',
};

type PanelProps = {
  icon: keyof typeof icons;
  title: string;
  /** 'h1' where the panel is the whole page. */
  heading?: 'h1' | 'h2';
  text: string;
  role?: 'alert';
  /** The actions. */
  children?: ReactNode;
};

/** Empty or error state: title, explanation, actions. */
export const Panel = ({ icon, title, heading: Heading = 'h2', text, role, children }: PanelProps) => (
  <Card className="panel align-items-center mx-auto text-center" role={role} ref={moveFocusOnUnmount}>
    <svg className={`glyph glyph-${icon} rounded-4 mb-3`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[icon]} />
    </svg>
    <Heading className="fs-4 fw-bold">{title}</Heading>
    <p className="text-body-secondary">{text}</p>
    {children && (
      <div className="d-grid d-sm-flex flex-wrap justify-content-sm-center gap-2 w-100 mt-2">{children}</div>
    )}
  </Card>
);
