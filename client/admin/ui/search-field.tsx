import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

/** How long typing must pause before the search. */
const DEBOUNCE_MS = 250;

interface SearchFieldProps extends Pick<TextInputProps, 'ref' | 'className' | 'w' | 'maw'> {
  label: string;
  /** The value in the URL. */
  value: string;
  onSearch: (text: string) => void;
}

/** A debounced search field. */
export function SearchField({ label, value, onSearch, ...input }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // The URL may change independently, such as by the back button; the field ignores the value that it sent itself.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }
  const send = useDebouncedCallback((next: string) => {
    setSent(next);
    onSearch(next);
  }, DEBOUNCE_MS);
  return (
    <TextInput
      {...input}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      leftSection={<Search size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value.trim());
      }}
    />
  );
}
