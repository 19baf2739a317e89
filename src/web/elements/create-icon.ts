import { createElement, type SVGProps } from 'react'

/** What a file of the icon library has of an icon: the elements in its square, and the side of that. */
interface IconData {
  size: number
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Makes the component of an icon. The build puts it in the place of the library's own, which can do more than is wanted
 * here. Without a label an icon is hidden from screen readers.
 */
export default function createIcon({ size: side, node }: IconData) {
  return ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${side} ${side}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
