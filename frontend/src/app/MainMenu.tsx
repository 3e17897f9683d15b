/** The sidebar's navigation. */
import { NavLink } from 'react-router';
import { MessageBadge } from '@/features/messages';
import { useLabels } from '@/kernel/i18n';
import { useVerbs } from '@/kernel/permissions';
import { Icon, Logo } from '@/ui';
import { labels } from './labels';
import { menuFor } from './menu';

export const MENU_ID = 'main-menu';

export function MainMenu({ hidden, onNavigate }: { hidden: boolean; onNavigate: () => void }) {
  const words = useLabels(labels);
  const verbs = useVerbs();
  return (
    <div className="s-sidebar" id={MENU_ID} inert={hidden}>
      <nav aria-label={words.mainMenu}>
        {menuFor(verbs, words).map((group) => (
          <div key={group.label} className="s-group">
            <h2 id={`menu-${group.label}`}>{group.label}</h2>
            <ul aria-labelledby={`menu-${group.label}`}>
              {group.entries.map((entry) => (
                <li key={entry.to}>
                  <NavLink to={entry.to} end onClick={onNavigate}>
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                    {entry.badge && <MessageBadge describe={words.messagesBadge} />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <footer className="s-sidebar-foot" aria-hidden="true"><Logo /></footer>
    </div>
  );
}
