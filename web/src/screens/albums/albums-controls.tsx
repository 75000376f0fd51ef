import type { ReactNode } from 'react';
import { FilterBox } from '../../collection/filter/filter-box.tsx';
import type { ListFilter } from '../../collection/filter/use-list-filter.ts';
import { navigate } from '../../lib/location.ts';
import { type AlbumOrder, albumOrders } from '../../lib/music-choices.ts';
import { paths } from '../../lib/paths.ts';
import { changeAlbumsSetting, coverSizes, useAlbumsSetting } from '../../storage/albums-setting.ts';
import { musicTexts } from '../../texts/music.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Slider } from '../../ui/controls/slider.tsx';
import { Dices } from '../../ui/icons.ts';
import { LayoutGrid, List } from '../../ui/later-icons.ts';
import styles from './albums-controls.module.css';

/** Random orders to choose from; any number would do. */
const mostSeeds = 1_000_000;

/** How albums are ordered and shown. */
export function AlbumsControls(props: {
  readonly order: AlbumOrder;
  readonly filter: ListFilter;
}): ReactNode {
  const { order, filter } = props;
  const { view, coverSize } = useAlbumsSetting();
  const isGrid = view === 'grid';
  return (
    <>
      <FilterBox {...filter} />
      {isGrid && (
        <Slider
          className={styles['size']}
          label={musicTexts.size}
          value={coverSize}
          min={1}
          max={coverSizes}
          step={1}
          valueText={musicTexts.sizeText(coverSize, coverSizes)}
          onValueChange={(size) => changeAlbumsSetting({ coverSize: size })}
        />
      )}
      <div className={styles['views']}>
        <IconButton
          label={musicTexts.asGrid}
          icon={<LayoutGrid />}
          aria-pressed={isGrid}
          onClick={() => changeAlbumsSetting({ view: 'grid' })}
        />
        <IconButton
          label={musicTexts.asList}
          icon={<List />}
          aria-pressed={!isGrid}
          onClick={() => changeAlbumsSetting({ view: 'list' })}
        />
      </div>
      {order === 'random' && (
        <IconButton
          label={musicTexts.drawAgain}
          icon={<Dices />}
          onClick={() => changeAlbumsSetting({ seed: Math.floor(Math.random() * mostSeeds) })}
        />
      )}
      <Select
        label={musicTexts.order}
        isLabelHidden
        value={order}
        options={albumOrders.map((value) => ({ value, label: musicTexts.albumOrders[value] }))}
        onValueChange={(value) => navigate(paths.albums(value), { replace: true })}
      />
    </>
  );
}
