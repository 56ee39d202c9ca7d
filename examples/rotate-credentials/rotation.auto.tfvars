database_password_version = "1"
