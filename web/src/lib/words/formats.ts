/** The browser's formatters, one for each language and style: making one takes longer than all that it then writes on a page. */

function kept<O extends object, F>(make: (language: string, options: O) => F): (language: string, options: O) => F {
  const made = new Map<string, F>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const format = made.get(key) ?? make(language, options);
    made.set(key, format);
    return format;
  };
}

export const numberFormat = kept((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
export const dateFormat = kept((language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options));
export const listFormat = kept((language, options: Intl.ListFormatOptions) => new Intl.ListFormat(language, options));
