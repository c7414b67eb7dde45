import type { ReactNode } from 'react';
import { Card } from 'react-bootstrap';
import { moveFocusOnUnmount } from './focus';
import { Icon, type IconName } from './Icon';
import './Panel.css';

type PanelProps = {
  icon: IconName;
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
    <div className={`glyph glyph-${icon} rounded-4 mb-3`}>
      <Icon name={icon} />
    </div>
    <Heading className="fs-4 fw-bold">{title}</Heading>
    <p className="text-body-secondary">{text}</p>
    {children && (
      <div className="d-grid d-sm-flex flex-wrap justify-content-sm-center gap-2 w-100 mt-2">{children}</div>
    )}
  </Card>
);
