/** The record and the arm that plays it. Takes the text colour and the accent around it; decoration. */
export function Logo({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <mask id="tonearm-logo-gap">
        <path fill="#fff" d="M0 0h32v32H0z" />
        <path
          d={arm}
          fill="none"
          stroke="#000"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </mask>
      <g mask="url(#tonearm-logo-gap)">
        <circle cx="14" cy="18" r="12.5" fill="currentColor" />
        <circle cx="14" cy="18" r="5" fill="var(--logo-label, var(--accent))" />
        <circle cx="14" cy="18" r="1.25" fill="var(--background)" />
      </g>
      <circle cx="27" cy="5" r="3.25" fill="currentColor" />
      <path
        d={arm}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** From the pivot down the record's right side and in to the groove. */
const arm = 'M27 5v12.5l-6 6';
