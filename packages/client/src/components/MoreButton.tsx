import { Button, type ButtonProps } from '../ui/Button.tsx'
import { ErrorLine } from './ErrorLine.tsx'

export type MoreButtonProps = Pick<ButtonProps, 'look' | 'size' | 'children'> & {
  /** A list that is loaded page by page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    /** Whether `error` is why the next page could not be loaded. */
    readonly isFetchNextPageError: boolean
    readonly error: Error | null
    readonly fetchNextPage: () => unknown
  }
}

/** Loads the next page of a list, if there is one, and says why that failed. */
export function MoreButton({ list, ...button }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <>
      {list.isFetchNextPageError ? <ErrorLine error={list.error} /> : null}
      <Button {...button} isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()} />
    </>
  )
}
