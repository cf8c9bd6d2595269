import type { ReactElement, SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'd'> & { size?: number }
export type Icon = (props: IconProps) => ReactElement

/**
 * An icon of Tabler (MIT, in NOTICE) from its paths, drawn on 24 × 24. Each folder has the icons that its pages show.
 */
export const outline =
  (paths: string): Icon =>
  ({ size = 24, color = 'currentColor', ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <path d={paths} />
    </svg>
  )

export const filled =
  (paths: string): Icon =>
  ({ size = 24, color = 'currentColor', ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={color}
      {...rest}
    >
      <path d={paths} />
    </svg>
  )
