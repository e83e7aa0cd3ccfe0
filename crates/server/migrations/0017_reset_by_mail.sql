-- Players who have forgotten their password are found by their mail address.
CREATE INDEX mail_addresses_by_address ON mail_addresses (LOWER(address));
