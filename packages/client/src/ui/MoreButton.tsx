import { Button, type ButtonProps } from './Button.tsx'

export type MoreButtonProps = Pick<ButtonProps, 'look' | 'size' | 'children'> & {
  /** A list that is loaded page by page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ list, ...button }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return <Button {...button} isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()} />
}
