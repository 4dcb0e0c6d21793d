import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from './Page.tsx'
import styles from './SectionPage.module.css'

export type SectionPageProps = {
  readonly title: string
  /** Below the heading: for example how changes are saved. */
  readonly about: ReactNode
  /** Sections, each with a heading of level 2 as its first child. */
  readonly children: ReactNode
}

/** From the top of the window; a heading above it belongs to the section that is read. */
const READ_BELOW_PX = 180

/** A long page of settings, with the list of its sections next to it. */
export function SectionPage({ title, about, children }: SectionPageProps) {
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const [names, setNames] = useState<readonly string[]>([])
  const [current, setCurrent] = useState(0)

  useEffect(() => {
    const element = content.current
    if (element === null) return
    // Sections appear when they are loaded, and some only for some people
    const list = () => {
      const next = headingsIn(element).map(({ textContent }) => textContent)
      setNames((now) => (now.join('\n') === next.join('\n') ? now : next))
    }
    const follow = () => setCurrent(readHeading(headingsIn(element)))
    list()
    const observer = new MutationObserver(list)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    window.addEventListener('scroll', follow, true)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', follow, true)
    }
  }, [])

  const show = (index: number) => {
    const heading = content.current === null ? undefined : headingsIn(content.current)[index]
    if (heading === undefined) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.scrollIntoView({ block: 'start' })
    setCurrent(index)
  }

  return (
    <Page title={title} about={about}>
      <div className={styles.columns}>
        <nav className={styles.list} aria-label={t('common:sections')}>
          <ul>
            {names.map((name, index) => (
              <li key={name}>
                <button
                  type="button"
                  aria-current={index === current ? 'true' : undefined}
                  onClick={() => show(index)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </div>
    </Page>
  )
}

function headingsIn(content: HTMLElement): readonly HTMLElement[] {
  return [...content.querySelectorAll<HTMLElement>(':scope > section > h2')]
}

/** Returns the index of the heading whose section is read. */
function readHeading(headings: readonly HTMLElement[]): number {
  return Math.max(
    0,
    headings.findLastIndex((heading) => heading.getBoundingClientRect().top < READ_BELOW_PX),
  )
}
