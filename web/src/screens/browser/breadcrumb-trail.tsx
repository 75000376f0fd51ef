import { Fragment } from 'react';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { ChevronRight } from '../../ui/icons.ts';
import styles from './breadcrumb-trail.module.css';
import { breadcrumbsOf } from './breadcrumbs.ts';

/** The title of the browser and the way to the folder it shows, each step a link but the last. */
export function BreadcrumbTrail({ path }: { readonly path: string }) {
  const crumbs = breadcrumbsOf(path, texts.collection.allMusic);
  return (
    <div className={styles['trail']}>
      <h1 className={styles['title']}>{texts.collection.title}</h1>
      <nav aria-label={texts.collection.breadcrumbs}>
        <ol className={styles['crumbs']}>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.path}>
              {index > 0 && (
                <li aria-hidden="true" className={styles['separator']}>
                  <ChevronRight />
                </li>
              )}
              <li>
                {index === crumbs.length - 1 ? (
                  <span aria-current="page" dir="auto">
                    {crumb.label}
                  </span>
                ) : (
                  <a href={paths.browse(crumb.path)} dir="auto">
                    {crumb.label}
                  </a>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
    </div>
  );
}
