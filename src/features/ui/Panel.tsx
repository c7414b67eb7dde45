import type { ReactNode } from 'react';
import { hueStyle } from './hue';
import { Icon, type IconName } from './Icon';
import { passFocusOn } from './passFocusOn';

type PanelProps = {
  icon: IconName;
  /** The glyph's OKLCH hue in degrees. */
  hue: 25 | 80 | 165;
  title: string;
  /** Announced at once ('alert') or when the screen reader is idle ('status'). */
  role?: 'alert' | 'status';
  children: ReactNode;
};

/** What stands in a list's place when there is no list: why, and a way on. */
export const Panel = ({ icon, hue, title, role, children }: PanelProps) => (
  <div className="panel surface" role={role} ref={passFocusOn}>
    <div className="glyph accent" style={hueStyle(hue)}>
      <Icon name={icon} />
    </div>
    <h2 className="h4">{title}</h2>
    {children}
  </div>
);
