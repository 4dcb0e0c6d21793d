import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Position of a column, in pixels from the left edge of the grid's content. */
export type ColumnPosition = { readonly left: number; readonly width: number; readonly height: number }

/** Measures the columns by their headings after each change of columns or size. */
export function useColumnPositions(languages: readonly string[]): {
  readonly head: RefObject<HTMLDivElement | null>
  readonly places: readonly ColumnPosition[]
} {
  const head = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<readonly ColumnPosition[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other languages have other headings
  useLayoutEffect(() => {
    const row = head.current
    if (row === null) return
    const measure = () => {
      const cells = [...row.children].filter((cell) => cell instanceof HTMLElement)
      setPlaces(
        cells.map((cell) => ({
          left: row.offsetLeft + cell.offsetLeft,
          width: cell.offsetWidth,
          height: row.offsetHeight,
        })),
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    return () => observer.disconnect()
  }, [languages.join(',')])
  return { head, places }
}
