/** The menu of saved views over a list: mine, those others share, and the one it begins with. */
import { useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { Icon } from '../Icon';
import { Popover } from '../Popover';
import { notify } from '../toasts';
import { listLabels } from './labels';
import type { ListState } from './useList';
import { useViews, type View, type Views } from './useViews';
import { ViewDialog } from './ViewDialog';

type Asked = { act: 'save' } | { act: 'rename' | 'delete'; view: View };

export function SavedViews<Row>({ list }: { list: ListState<Row> }) {
  const words = useLabels(listLabels);
  const views = useViews(list);
  const [asked, setAsked] = useState<Asked | null>(null);
  const maySave = useMay('views.save');
  const { current, isChanged } = views;
  const label = current ? `${current.name}${isChanged ? ' *' : ''}` : words.views;
  // Where the server keeps no views, such as for somebody who may not, there is nothing to offer.
  if (views.error !== undefined && views.all.length === 0) return null;
  return (
    <>
      <Popover name={words.views} label={label} icon="bookmark" active={current !== null}>
        {(close) => (
          <ViewMenu
            views={views}
            onAsk={(next) => {
              close();
              setAsked(next);
            }}
            onClose={close}
          />
        )}
      </Popover>
      {current && isChanged && maySave && current.changeable && (
        <Button
          look="quiet"
          small
          icon="save"
          onClick={() =>
            void told(views.save(current.name, current.shared, current), words.viewFailed)
          }
        >
          {words.saveChanges}
        </Button>
      )}
      {asked?.act === 'save' && (
        <ViewDialog
          title={words.saveView}
          confirm={words.save}
          views={views}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.act === 'rename' && (
        <ViewDialog
          title={words.renameView}
          confirm={words.rename}
          views={views}
          view={asked.view}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.act === 'delete' && (
        <Dialog
          title={words.deleteViewTitle(asked.view.name)}
          confirm={words.deleteView}
          danger
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void told(views.remove(asked.view), words.viewFailed);
          }}
        >
          <p>{asked.view.shared ? words.deleteSharedHelp : words.deleteHelp}</p>
        </Dialog>
      )}
    </>
  );
}

/** A refusal is told until somebody has read it. */
async function told(act: Promise<string | null>, title: string): Promise<void> {
  const refused = await act;
  if (refused !== null) notify({ severity: 'error', title, text: refused });
}

function ViewMenu({
  views,
  onAsk,
  onClose,
}: {
  views: Views;
  onAsk: (asked: Asked) => void;
  onClose: () => void;
}) {
  const words = useLabels(listLabels);
  const { all, current, show } = views;
  const maySave = useMay('views.save');
  const choose = (view: View | null) => {
    onClose();
    show(view);
  };
  const groups = [
    [words.myViews, all.filter(({ isOwn }) => isOwn)],
    [words.sharedViews, all.filter(({ isOwn }) => !isOwn)],
  ] as const;
  return (
    <div className="gl-menu gl-views">
      <button
        type="button"
        className="gl-menu-item"
        aria-current={current === null || undefined}
        onClick={() => choose(null)}
      >
        {words.everything}
      </button>
      {groups.map(
        ([name, group]) =>
          group.length > 0 && (
            <div key={name} role="group" aria-label={name}>
              <span className="gl-menu-name">{name}</span>
              <ul className="gl-view-list">
                {group.map((view) => (
                  <ViewLine
                    key={view.id}
                    view={view}
                    isCurrent={view.id === current?.id}
                    views={views}
                    onChoose={() => choose(view)}
                    onAsk={onAsk}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
      {maySave && (
        <Button look="quiet" small icon="plus" onClick={() => onAsk({ act: 'save' })}>
          {words.saveView}
        </Button>
      )}
    </div>
  );
}

interface ViewLineProps {
  view: View;
  isCurrent: boolean;
  views: Views;
  onChoose: () => void;
  onAsk: (asked: Asked) => void;
}

function ViewLine({ view, isCurrent, views, onChoose, onAsk }: ViewLineProps) {
  const words = useLabels(listLabels);
  const maySave = useMay('views.save');
  const { name, isDefault, shared, isOwn, owner } = view;
  const changeable = maySave && view.changeable;
  return (
    <li>
      <button
        type="button"
        className="gl-menu-item"
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <span>
          {name}
          {isDefault && <Icon name="star" className="gl-default" />}
          {isDefault && <span className="g-sr">, {words.defaultView}</span>}
        </span>
        {shared && <small>{isOwn ? words.sharedByMe : words.sharedBy(owner)}</small>}
      </button>
      {maySave && (
        <Button
          look="quiet"
          small
          icon="star"
          aria-pressed={isDefault}
          aria-label={words.beginWith(name)}
          title={words.beginWith(name)}
          onClick={() => void told(views.beginWith(isDefault ? null : view), words.viewFailed)}
        />
      )}
      {changeable && (
        <Button
          look="quiet"
          small
          icon="pencil"
          aria-label={words.renameOf(name)}
          title={words.renameOf(name)}
          onClick={() => onAsk({ act: 'rename', view })}
        />
      )}
      {changeable && (
        <Button
          look="quiet"
          small
          icon="trash"
          aria-label={words.deleteOf(name)}
          title={words.deleteOf(name)}
          onClick={() => onAsk({ act: 'delete', view })}
        />
      )}
    </li>
  );
}
