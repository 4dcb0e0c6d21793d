import type { ScreenshotReply } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { useRefresh } from '../../../lib/server/use-refresh.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { screenshotAddress, screenshotMutations, translationQueries } from '../queries.ts'
import { cropAround } from './crop-around.ts'
import styles from './Screenshots.module.css'
import panel from './SidePanel.module.css'

type ScreenshotsProps = {
  readonly project: string
  readonly keyId: number
  /** The target language, whose screenshots come first. */
  readonly language: string
  readonly screenshots: readonly ScreenshotReply[]
  readonly onOpen: (keyId: number) => void
}

const AT_FIRST = 3

/** Where an app shows a string: each screenshot cropped to the string and its surroundings. */
export function Screenshots({ project, keyId, language, screenshots, onOpen }: ScreenshotsProps) {
  const { t } = useTranslation('translations')
  const [isWhole, setIsWhole] = useState(false)
  const [opened, setOpened] = useState<ScreenshotReply | null>(null)
  if (screenshots.length === 0) return null
  const own = screenshots.filter((one) => one.language === language)
  const all = [...own, ...screenshots.filter((one) => one.language !== language)]
  const shown = isWhole ? all : all.slice(0, AT_FIRST)
  return (
    <section>
      <h3 className={panel.heading}>{t('context.screenshots')}</h3>
      <ul className={styles.list}>
        {shown.map((screenshot) => (
          <li key={screenshot.id}>
            <Button
              look="quiet"
              aria-label={t('context.openScreenshot', { name: screenshot.name })}
              onPress={() => setOpened(screenshot)}
            >
              <Cut project={project} screenshot={screenshot} />
            </Button>
            <p className={styles.name}>
              <bdi>{screenshot.name}</bdi>
            </p>
            <About screenshot={screenshot} />
          </li>
        ))}
      </ul>
      {all.length > shown.length ? (
        <Button look="quiet" size="small" onPress={() => setIsWhole(true)}>
          {t('context.screenshotsMore', { count: all.length - shown.length })}
        </Button>
      ) : null}
      {opened === null ? null : (
        <WholeScreenshot
          project={project}
          keyId={keyId}
          screenshot={opened}
          onOpen={onOpen}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

type OneProps = { readonly project: string; readonly screenshot: ScreenshotReply }

function Cut({ project, screenshot: { image, strings } }: OneProps) {
  const [first] = strings
  if (first === undefined) return null
  const { x, y, width, height } = cropAround(first, image)
  return (
    <svg className={styles.cut} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      <image href={screenshotAddress(project, image.hash)} width={image.width} height={image.height} />
      {strings.map((one) => (
        <rect
          key={`${one.x}:${one.y}:${one.part}`}
          className={styles.outline}
          x={one.x}
          y={one.y}
          width={one.width}
          height={one.height}
        />
      ))}
    </svg>
  )
}

function About({ screenshot: { language, by, takenAt, isOfParent, strings } }: Pick<OneProps, 'screenshot'>) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const when = formats.relative(takenAt)
  return (
    <p className={styles.about}>
      <span>{formats.languageName(language)}</span>
      <span>{by === null ? when : t('context.takenBy', { name: by.name, when })}</span>
      {isOfParent ? <span>{t('context.screenshotOfParent')}</span> : null}
      {strings.some(({ isStale }) => isStale) ? (
        <strong className={styles.stale}>{t('context.sourceChanged')}</strong>
      ) : null}
    </p>
  )
}

type WholeProps = OneProps & {
  readonly keyId: number
  readonly onOpen: (keyId: number) => void
  readonly onClose: () => void
}

/** The whole screenshot; every string in it links to the editor. */
function WholeScreenshot({ project, keyId, screenshot, onOpen, onClose }: WholeProps) {
  const { t } = useTranslation(['translations', 'common'])
  const access = useAccess()
  const { id, name, image } = screenshot
  const whole = useQuery(translationQueries.screenshot(project, id))
  const remove = useRemoveScreenshot({ project, keyId, screenshot, onClose })
  const strings = whole.data?.strings ?? screenshot.strings
  const refusal = access.onKeys(
    'keys.edit',
    strings.map(({ namespace }) => namespace),
  )
  return (
    <Dialog
      title={name}
      onClose={onClose}
      size="large"
      cancelLabel={t('common:close')}
      actions={
        // A screenshot of the parent project is removed there.
        screenshot.isOfParent ? undefined : (
          <Button look="quiet" refusal={refusal} isPending={remove.isPending} onPress={() => remove.mutate()}>
            {t('context.removeScreenshot')}
          </Button>
        )
      }
    >
      <About screenshot={screenshot} />
      {remove.error === null ? null : <Note tone="error">{t('context.removeScreenshotFailed')}</Note>}
      {/* A picture is not mirrored, whatever the direction of the page. */}
      <div className={styles.whole} dir="ltr">
        <img
          src={screenshotAddress(project, image.hash)}
          width={image.width}
          height={image.height}
          alt={t('context.openScreenshot', { name })}
        />
        {strings.map((one) => (
          <button
            key={`${one.keyId}:${one.part}:${one.x}:${one.y}`}
            type="button"
            className={styles.string}
            data-current={one.keyId === keyId}
            data-stale={one.isStale}
            aria-label={shownKeyName(`${one.namespace}:${one.name}`)}
            title={shownKeyName(`${one.namespace}:${one.name}`)}
            style={{
              left: share(one.x, image.width),
              top: share(one.y, image.height),
              width: share(one.width, image.width),
              height: share(one.height, image.height),
              // Of two overlapping regions, the smaller one is on top.
              zIndex: Math.round(1e6 / (1 + one.width * one.height)),
            }}
            onClick={() => {
              onClose()
              onOpen(one.keyId)
            }}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** Removes a screenshot, and offers to restore it. */
function useRemoveScreenshot({
  project,
  keyId,
  screenshot: { id, name },
  onClose,
}: Omit<WholeProps, 'onOpen'>) {
  const { t } = useTranslation(['translations', 'common'])
  const showFailure = useFailureToast()
  const changed = useRefresh(translationQueries.screenshots(project, keyId).queryKey)
  const undo = () => screenshotMutations.restore(project, id).catch(showFailure).then(changed)
  return useMutation({
    mutationFn: () => screenshotMutations.remove(project, id),
    onSuccess() {
      onClose()
      const action = undoAction(t('common:undo'), () => void undo())
      showToast(t('context.removedScreenshot', { name }), { action })
    },
    onSettled: changed,
  })
}

function share(length: number, of: number): string {
  return `${(100 * length) / of}%`
}
